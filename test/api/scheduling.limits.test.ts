import { emailRoutes } from '../../functions/emails/routes.ts';
import { countSchedules } from '../../shared/domain/counters/count-schedules.ts';
import { type Answer, freshAccount, inProcess, keyWith, testContext } from '../support/api.ts';
import { until } from '../support/until.ts';

/** An account that may have so many scheduled emails; each request comes to one of ten functions. */
async function setUp(scheduled_emails: number | null) {
  const ctx = testContext();
  const { account, domain } = await freshAccount(ctx, { requests_per_second: 10_000 });
  await ctx.accounts.update(account.id, { limits: { scheduled_emails } });
  const secret = await keyWith(ctx, account.id, ['full']);
  const functions = Array.from({ length: 10 }, () => inProcess(testContext(), emailRoutes, secret));
  let i = 0;
  const call: (typeof functions)[number] = (...request) =>
    (functions[i++ % 10] ?? functions[0])?.(...request) as never;
  const scheduled_at = new Date(ctx.runtime.now() + 86_400_000).toISOString();
  const email = { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't', scheduled_at };
  const schedule = (change: object = {}, headers: Record<string, string> = {}) =>
    call('POST', '/emails', { body: { ...email, ...change }, headers });
  const cancel = (answer: Answer) => call('PATCH', `/emails/${answer.body.id}`, { body: { cancel: true } });
  return { ctx, account, call, email, schedule, cancel };
}

const count = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length;

test('of 100 emails scheduled at once exactly 20 are accepted; what is due now is not limited [A72]', async () => {
  const { schedule } = await setUp(20);
  const answers = await Promise.all(Array.from({ length: 100 }, () => schedule()));
  expect([count(answers, 200), count(answers, 429)]).toEqual([20, 80]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error).toMatchObject({
    code: 'plan_limit',
    message: 'The plan allows 20 scheduled emails at a time',
    details: { limit: 20, used: 20, period: 'total' },
    upgrade_url: expect.any(String),
  });
  expect((await schedule({ scheduled_at: undefined })).status).toBe(200);
}, 60_000);

test('cancelled and rescheduled emails: the first make room, some seconds later, the others keep theirs [A72]', async () => {
  const { call, schedule, cancel } = await setUp(5);
  const made = await Promise.all(Array.from({ length: 5 }, () => schedule()));
  expect((await schedule()).status).toBe(429);
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const moved = await call('PATCH', `/emails/${made[0]?.body.id}`, { body: { scheduled_at: later } });
  expect(moved.status).toBe(200);
  expect((await schedule()).status).toBe(429);
  for (const one of made.slice(0, 2)) expect((await cancel(one)).status).toBe(200);
  const room = { within_ms: 20_000, what: 'room' };
  await until(async () => (await schedule()).status === 200, room);
  await until(async () => (await schedule()).status === 200, room);
  expect((await schedule()).status).toBe(429);
}, 120_000);

test('of a batch the emails that fit are accepted, and a repeated request gets the same answer [A72]', async () => {
  const { call, email, schedule } = await setUp(5);
  const body = { emails: Array.from({ length: 8 }, () => email) };
  const headers = { 'idempotency-key': 'one' };
  const first = await call('POST', '/emails/batch', { body, headers });
  const refused = (first.body.data as { error?: { code: string } }[]).filter(({ error }) => error);
  expect(refused.map(({ error }) => error?.code)).toEqual(['plan_limit', 'plan_limit', 'plan_limit']);
  expect((await call('POST', '/emails/batch', { body, headers })).body).toEqual(first.body);
  expect((await schedule()).status).toBe(429);
});

test('emails that were scheduled while nothing limited them make no room for others [A72]', async () => {
  const { ctx, account, schedule, cancel } = await setUp(null);
  const made = await Promise.all(Array.from({ length: 3 }, () => schedule()));
  const ended = made.map(({ body }) => body.id as `msg_${string}`);
  for (const one of made) await cancel(one);
  const metas = await Promise.all(ended.map((id) => ctx.emails.getMeta(id)));
  const endSchedules = jest.fn();
  const changes = metas.flatMap((after, i) =>
    after
      ? [{ sequence: String(i + 1), changed_at: 0, before: { ...after, state: 'scheduled' as const }, after }]
      : [],
  );
  const counting = { ...ctx, counters: { ...ctx.counters, endSchedules } };
  expect(await countSchedules(counting, 'shard', changes)).toBe(0);
  const counted = changes.map((one) => ({
    ...one,
    before: { ...one.before, schedule_counted: true as const },
  }));
  expect(await countSchedules(counting, 'shard', counted)).toBe(1);
  expect(endSchedules.mock.calls).toEqual([[account.id, 'shard', ['1', '2', '3']]]);
});

import { emailRoutes } from '../../functions/emails/routes.ts';
import { type Id, systemRuntime } from '../../shared/core/runtime.ts';
import { openScheduleStore } from '../../shared/store/schedules.ts';
import { keys } from '../../shared/store/schema.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { testTable } from '../support/table.ts';
import { until } from '../support/until.ts';

const hour_ms = 3_600_000;

async function world() {
  const { runtime } = testClock();
  const ctx = testContext({ runtime });
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, emailRoutes, api_key);
  const send = async (subject: string, hours: number | null) => {
    const scheduled_at = hours && new Date(runtime.now() + hours * hour_ms).toISOString();
    const email = { from: `a@${domain}`, to: 'b@acme.test', subject, text: 't' };
    return (await call('POST', '/emails', { body: { ...email, ...(scheduled_at && { scheduled_at }) } })).body
      .id;
  };
  const browser = await signIn(ctx, account);
  const text = async () => (await browser.get('/scheduled')).text;
  const subjects = async () =>
    [...(await text()).matchAll(/<bdi>(at \d+)<\/bdi>/g)].map(([, subject]) => subject);
  return { ctx, account, call, send, subjects, text, runtime };
}

test('scheduled emails are listed next first, however many newer emails there are [D85]', async () => {
  const { ctx, call, send, subjects, runtime } = await world();
  const [, , later] = [await send('at 3', 3), await send('at 1', 1), await send('at 9', 9)];
  await send('now', null);
  await send('at 2', 2);
  // A list by age would find the next one only among the newest.
  ctx.emails = { ...ctx.emails, list: () => Promise.reject(new Error('by age')) };
  expect(await subjects()).toEqual(['at 1', 'at 2', 'at 3', 'at 9']);
  const scheduled_at = new Date(runtime.now() + hour_ms / 2).toISOString();
  await call('PATCH', `/emails/${later}`, { body: { scheduled_at } });
  expect(await subjects()).toEqual(['at 9', 'at 1', 'at 2', 'at 3']);
  await call('PATCH', `/emails/${later}`, { body: { cancel: true } });
  expect(await subjects()).toEqual(['at 1', 'at 2', 'at 3']);
});

test('with more scheduled emails than can be sorted, the newest are listed, and the page says so [D85]', async () => {
  const { ctx, send, subjects, text } = await world();
  await send('at 1', 1);
  await send('at 2', 2);
  ctx.open_schedules = { ...ctx.open_schedules, first: async () => null };
  expect(await subjects()).toEqual(['at 2', 'at 1']);
  expect(await text()).toContain('The newest are listed first.');
});

test('finding what is due next reads at most 250 rows of a shard, and 200 emails [D85]', async () => {
  const { account } = await world();
  const table = testTable();
  const asked: number[] = [];
  let rows = 100;
  const row = (i: number) => ({
    pk: `OUTBOX#${i}#00`,
    sk: `msg_${String(i).padStart(26, '0')}`,
  });
  const counting: typeof table = {
    ...table,
    query: async ({ limit }) => {
      asked.push(limit ?? Number.POSITIVE_INFINITY);
      const items = Array.from({ length: Math.min(rows, limit ?? rows) }, (_, i) =>
        row(i * 16 + asked.length),
      );
      return { items, more: items.length < rows };
    },
    batchGet: async (keys) => {
      asked.push(keys.length);
      return keys.map(() => null);
    },
  };
  const first = () => openScheduleStore(counting, systemRuntime()).first(account.id, 25);
  // All rows read are for sent emails, and more rows may follow.
  expect(await first()).toBeNull();
  expect(asked).toEqual([...Array.from({ length: 16 }, () => 250), 200]);
  [rows] = [251];
  expect(await first()).toBeNull();
  expect(asked).toHaveLength(17 + 16);
});

test("a sent email's leftover row doesn't take a scheduled email's place [D85]", async () => {
  const { ctx, account, send } = await world();
  const sent = (await send('at 1', 1)) as Id<'msg'>;
  const next = await send('at 2', 2);
  await testTable().update(keys.email(sent), 'SET #state = :queued', {
    names: { '#state': 'state' },
    values: { ':queued': 'queued' },
  });
  const first = async (limit: number) => (await ctx.open_schedules.first(account.id, limit)) ?? [];
  // The index lags.
  await until(async () => (await first(100)).length > 0, { within_ms: 20_000, what: 'the row in the index' });
  expect((await first(1)).map(({ id }) => id)).toEqual([next]);
});

import { attachmentRoutes } from '../../functions/emails/attachment-routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { minuteOf } from '../../shared/core/days.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { ownSweep } from '../support/sweep.ts';

const mb = 1_000_000;

type Made = { id: string; upload_url: string; content_type: string };

const day_ms = 86_400_000;

/** A clock whose UTC day does not end within a test. */
function early() {
  const clock = testClock();
  const rest_ms = day_ms - (clock.runtime.now() % day_ms);
  if (rest_ms < 3 * 3_600_000) clock.advance(rest_ms);
  return clock;
}

async function setUp(clock = early()) {
  const ctx = testContext({ runtime: clock.runtime });
  const fresh = await freshAccount(ctx, { plan: 'free', requests_per_second: 10_000 });
  const call = inProcess(ctx, [...attachmentRoutes, ...emailRoutes], fresh.api_key);
  const register = (size: number) => call('POST', '/attachments', { body: { name: 'a.pdf', size } });
  return { ctx, clock, ...fresh, call, register };
}

const put = ({ upload_url, content_type }: Made, size: number) =>
  fetch(upload_url, {
    method: 'PUT',
    headers: { 'content-type': content_type, 'if-none-match': '*' },
    body: new Uint8Array(size) as unknown as string,
  });

const statuses = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('of 100 upload links of 10 MB at once a free account gets exactly 20 in a UTC day [A72]', async () => {
  const { register, clock } = await setUp();
  const answers = await Promise.all(Array.from({ length: 100 }, () => register(10 * mb)));
  expect([statuses(answers, 201), statuses(answers, 429)]).toEqual([20, 80]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error).toMatchObject({
    code: 'plan_limit',
    upgrade_url: expect.any(String),
    details: {
      limit: 200 * mb,
      used: 200 * mb,
      bytes: 10 * mb,
      period: 'day',
      resets_at: expect.stringMatching(/T00:00:00\.000Z$/),
    },
  });
  clock.advance(day_ms);
  expect((await register(10 * mb)).status).toBe(201);
}, 60_000);

test('a link that expires unused gives its bytes back, once, and takes no email any more [A72]', async () => {
  const { ctx, clock, domain, call, register } = await setUp();
  const made = await Promise.all(Array.from({ length: 20 }, () => register(10 * mb)));
  const [used, unused] = made.map(({ body }) => body.attachment as Made) as [Made, Made];
  expect((await put(used, 10 * mb)).status).toBe(200);
  expect((await register(1)).status).toBe(429);

  const expire = async (ids: string[]) => {
    clock.advance(3_600_000 + 900_000);
    for (const id of ids)
      for (
        let minute = Math.floor(clock.runtime.now() / 60_000) - 10;
        minute < clock.runtime.now() / 60_000;
        minute++
      )
        await Promise.all([1, 2].map(() => ctx.attachments.giveBackUnused(id as `att_${string}`, minute)));
  };
  await expire([used.id, unused.id]);
  expect((await register(10 * mb)).status).toBe(201);
  expect((await register(1)).status).toBe(429);
  const email = { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't' };
  const send = (id: string) => call('POST', '/emails', { body: { ...email, attachments: [{ id }] } });
  expect([(await send(unused.id)).status, (await send(used.id)).status]).toEqual([400, 200]);
}, 60_000);

test('the sweep gives unused links back [A72]', async () => {
  const clock = early();
  const { ctx, register } = await setUp(clock);
  const made = await Promise.all(Array.from({ length: 20 }, () => register(10 * mb)));
  expect((await register(1)).status).toBe(429);
  clock.advance(3_600_000 + 900_000);
  const ids = new Set(made.map(({ body }) => (body.attachment as Made).id));
  await ownSweep(ctx, (id) => ids.has(id), minuteOf(clock.runtime.now()) - 15)();
  expect((await register(10 * mb)).status).toBe(201);
}, 60_000);

test('a dedicated account has the bound of the deployment, and an override of its own [A72]', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx);
  const register = (limits: object, size: number) => {
    const settings = { ...ctx.settings, stored_limits: { ...ctx.settings.stored_limits, ...limits } };
    return inProcess({ ...ctx, settings }, attachmentRoutes, api_key)('POST', '/attachments', {
      body: { name: 'a.pdf', size },
    });
  };
  expect((await register({ upload_bytes_day: 5 }, 6)).status).toBe(429);
  expect((await register({ upload_bytes_day: null }, 6)).status).toBe(201);
  expect((await register({ upload_bytes_day: 5 }, 5)).status).toBe(201);
  await ctx.accounts.update(account.id, { limits: { upload_bytes_day: 11 } });
  const later = testContext();
  const answer = await inProcess(later, attachmentRoutes, api_key)('POST', '/attachments', {
    body: { name: 'a.pdf', size: 7 },
  });
  expect(answer.body.error?.details).toMatchObject({ limit: 11, used: 5, bytes: 7 });
});

import { emailRoutes } from '../../functions/emails/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import {
  type Client,
  freshAccount,
  inProcess,
  testClock,
  testContext,
  verifiedDomain,
} from '../support/api.ts';

/** A free account whose request rate is out of the way (Q7). */
async function freeAccount(ctx: Context) {
  const name = ctx.runtime.id('acc').slice(4, 30);
  const { account, api_key } = await createAccount(ctx, {
    email: `owner-${name}@example.com`,
    plan: 'free',
    payment_method: true,
    requests_per_second: 10_000,
  });
  const domain = `${name}.example.com`;
  await verifiedDomain(ctx, account.id, domain);
  const email = { from: `a@${domain}`, to: 'ada@success.simulator.example.net', subject: 's', text: 't' };
  return { account, api_key, email };
}

const statuses = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('300 clients who wait out rate_limited get 100 times 200 and 200 times plan_limit [Q7]', async () => {
  const clock = testClock();
  const noon = Math.ceil(clock.runtime.now() / 86_400_000) * 86_400_000 + 43_200_000;
  clock.advance(noon - clock.runtime.now());
  const { runtime } = clock;
  const { api_key, domain } = await freshAccount(testContext({ runtime }), { plan: 'free' });
  const clients = [0, 1, 2].map(() => inProcess(testContext({ runtime }), emailRoutes, api_key));
  const body = { from: `a@${domain}`, to: 'ada@success.simulator.example.net', subject: 's', text: 't' };
  const ends = new Map<string, number>();
  // All at once, then 40 at a time, as jitter would have it.
  for (let waiting = 300, wave = 300; waiting > 0; wave = Math.min(40, waiting)) {
    const posts = Array.from({ length: wave }, (_, i) =>
      (clients[i % 3] as Client)('POST', '/emails', { body }),
    );
    const answers = await Promise.all(posts);
    const limited = answers.filter(({ body }) => body.error?.code === 'rate_limited');
    for (const answer of answers.filter((answer) => !limited.includes(answer))) {
      const end = `${answer.status} ${answer.body.error?.code ?? answer.body.status}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    const wait = Math.max(0, ...limited.map(({ headers }) => Number(headers.get('retry-after'))));
    // A second more than the last one was told: several share what comes back meanwhile.
    clock.advance((wait + 1) * 1000);
    waiting += limited.length - wave;
  }
  expect(Object.fromEntries(ends)).toEqual({ '200 sent': 100, '429 plan_limit': 200 });
});

test('twins of accepted sends get their 200 when the plan is used up, and count once [Q9]', async () => {
  const ctx = testContext();
  const { api_key, email } = await freeAccount(ctx);
  const functions = Array.from({ length: 5 }, () => inProcess(testContext(), emailRoutes, api_key));
  const post = (i: number) =>
    (functions[i % 5] as Client)('POST', '/emails', {
      body: { ...email, subject: `s${Math.floor(i / 2)}` },
      headers: { 'idempotency-key': `key-${Math.floor(i / 2)}` },
    });
  const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => post(i)));
  expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([200, 100]);
  const ids = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.id));
  expect(ids.size).toBe(100);
}, 60_000);

test('a send counts all its recipients or none; a smaller one may still pass; the next UTC day is new [Q41]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { api_key, email } = await freeAccount(ctx);
  const call = inProcess(ctx, emailRoutes, api_key);
  const to = (n: number) => ({
    ...email,
    to: Array.from({ length: n }, (_, i) => `r${i}@success.simulator.example.net`),
  });
  expect((await call('POST', '/emails', { body: to(50) })).status).toBe(200);
  expect((await call('POST', '/emails', { body: to(49) })).status).toBe(200);
  const refused = await call('POST', '/emails', { body: to(2) });
  expect(refused.body.error?.details).toMatchObject({ limit: 100, used: 99, recipients: 2, period: 'day' });
  expect((await call('POST', '/emails', { body: to(1) })).status).toBe(200);
  clock.advance(86_400_000);
  expect((await call('POST', '/emails', { body: to(50) })).status).toBe(200);
});

test('days and calendar months are UTC; of two used-up limits the month is told; midnight resets [Q41, A38]', async () => {
  const clock = testClock();
  // A slow machine must not take a send over midnight.
  clock.hold();
  const ctx = testContext({ runtime: clock.runtime });
  const { api_key, email } = await freeAccount(ctx);
  const call = inProcess(ctx, emailRoutes, api_key);
  const post = async (recipients: number) => {
    const to = Array.from({ length: recipients }, (_, i) => `r${i}@success.simulator.example.net`);
    const { status, body } = await call('POST', '/emails', { body: { ...email, to } });
    return status === 200 ? null : body.error?.details;
  };
  const goTo = (iso: string) => clock.advance(Date.parse(iso) - clock.runtime.now());
  const year = new Date(clock.runtime.now()).getUTCFullYear() + 1;
  // 30 days of 100 use up the month of 31 days, and the last of them as well.
  for (let day = 2; day <= 31; day++) {
    goTo(`${year}-01-${String(day).padStart(2, '0')}T23:50:00.000Z`);
    expect([await post(50), await post(50)]).toEqual([null, null]);
    if (day > 2) continue;
    const resets_at = `${year}-01-03T00:00:00.000Z`;
    expect(await post(1)).toEqual({ limit: 100, used: 100, recipients: 1, period: 'day', resets_at });
  }
  const month = { limit: 3_000, used: 3_000, period: 'month', resets_at: `${year}-02-01T00:00:00.000Z` };
  expect(await post(2)).toEqual({ ...month, recipients: 2 });
  goTo(`${year}-02-01T00:00:00.000Z`);
  expect([await post(50), await post(50)]).toEqual([null, null]);
  expect(await post(1)).toMatchObject({ used: 100, period: 'day', resets_at: `${year}-02-02T00:00:00.000Z` });
});

test('the sandbox has caps of its own, for every plan [H3, A40]', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx, { plan: 'dedicated', domain: false });
  const call = inProcess(ctx, emailRoutes, api_key);
  const labelled = (n: number) => Array.from({ length: n }, (_, i) => account.email.replace('@', `+${i}@`));
  const body = (n: number) => ({
    from: `hi@${ctx.settings.sandbox_domain}`,
    to: labelled(n),
    subject: 's',
    text: 't',
  });
  expect((await call('POST', '/emails', { body: body(50) })).status).toBe(200);
  expect((await call('POST', '/emails', { body: body(50) })).status).toBe(200);
  const refused = await call('POST', '/emails', { body: body(1) });
  expect([refused.status, refused.body.error?.code]).toEqual([429, 'plan_limit']);
  expect(refused.body.error?.details).toMatchObject({ sandbox: true, limit: 100, used: 100, period: 'day' });
});

test('past rate and burst 429 rate_limited with retry-after; waiting it out is enough [H5]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { api_key } = await freshAccount(ctx, { plan: 'free', domain: false });
  // Held, so that no token comes back while a busy machine works on the 60.
  clock.hold();
  const calls = [0, 1, 2].map(() =>
    inProcess(testContext({ runtime: clock.runtime }), webhookRoutes, api_key),
  );
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (calls[i % 3] as Client)('GET', '/webhooks')),
  );
  const passed = statuses(answers, 200);
  expect(passed).toBeGreaterThanOrEqual(20);
  // Burst 20, and what the three processes may hold ahead.
  expect(passed).toBeLessThanOrEqual(45);
  const refused = answers.find((answer) => answer.status === 429);
  expect(refused?.body.error?.code).toBe('rate_limited');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused?.headers.get('ratelimit-remaining')).toBe('0');
  clock.advance(3_000);
  expect((await (calls[0] as Client)('GET', '/webhooks')).status).toBe(200);
});

test.each([1, 3, 7, 33])(
  '%i a second: the headers count every token of the burst, twice the rate [H5]',
  async (rate) => {
    const now = Date.now();
    let moved = 0;
    const { runtime } = testClock();
    const ctx = testContext({ runtime: { ...runtime, now: () => now + moved } });
    const { api_key } = await createAccount(ctx, {
      email: 'owner@example.com',
      plan: 'pro',
      payment_method: true,
      requests_per_second: rate,
    });
    const call = inProcess(ctx, emailRoutes, api_key);
    const take = async (requests: number) => {
      const seen = [];
      for (let i = 0; i < requests; i++) {
        const { status, headers } = await call('GET', '/emails?limit=0');
        seen.push([status, Number(headers.get('ratelimit-remaining'))]);
      }
      return seen;
    };
    const passing = (from: number) => Array.from({ length: from }, (_, i) => [400, from - 1 - i]);
    expect(await take(2 * rate + 1)).toEqual([...passing(2 * rate), [429, 0]]);
    moved = 1000;
    expect(await take(rate + 1)).toEqual([...passing(rate), [429, 0]]);
  },
);

test('ratelimit-limit is the burst, which ratelimit-remaining never exceeds [P24]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { api_key } = await freshAccount(ctx, { plan: 'dedicated', domain: false });
  const call = inProcess(ctx, emailRoutes, api_key);
  for (let i = 0; i < 3; i++) {
    const { headers } = await call('GET', '/emails?limit=0');
    expect(['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`))).toEqual(['200', '199']);
    clock.advance(5_000);
  }
});

test('sends and other requests have buckets of their own [H5]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  clock.hold();
  const { api_key } = await freshAccount(ctx, { plan: 'free', domain: false });
  const call = inProcess(ctx, emailRoutes, api_key);
  const gets = await Promise.all(Array.from({ length: 60 }, () => call('GET', '/emails')));
  expect(statuses(gets, 429)).toBeGreaterThan(0);
  expect((await call('POST', '/emails', { body: {} })).status).toBe(400);
});

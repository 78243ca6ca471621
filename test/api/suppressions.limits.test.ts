import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { freshAccount, inProcess, keyWith, newTenant, testClock, testContext } from '../support/api.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { suppressionOf } from '../support/records.ts';

/** An account that may have so many suppressions. */
async function setUp(suppressions: number) {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account } = await freshAccount(ctx, { domain: false, requests_per_second: 10_000 });
  await ctx.accounts.update(account.id, { limits: { suppressions } });
  const secret = await keyWith(ctx, account.id, ['full']);
  const call = inProcess(testContext({ runtime: clock.runtime }), suppressionRoutes, secret);
  const batch = (emails: string[], action = 'add') =>
    call('POST', '/suppressions/batch', { body: { action, emails } });
  const add = (email: string) => call('POST', '/suppressions', { body: { email, reason: 'manual' } });
  const remove = (email: string) => call('DELETE', `/suppressions?email=${encodeURIComponent(email)}`);
  return { ctx, clock, account, call, batch, add, remove };
}

const some = (n: number, name = 'a') => Array.from({ length: n }, (_, i) => `${name}${i}@x.example`);

test('of 100 adds at once an account with room for 20 gets exactly 20, and 403 plan_limit [A72]', async () => {
  const { add } = await setUp(20);
  const answers = await Promise.all(some(100).map(add));
  const statuses = answers.map(({ status }) => status);
  expect([201, 403].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([20, 80]);
  expect(answers.find(({ status }) => status === 403)?.body.error).toMatchObject({
    code: 'plan_limit',
    message: 'Your plan allows at most 20 suppressions',
    details: { limit: 20, used: 20, period: 'total' },
    upgrade_url: expect.any(String),
  });
}, 60_000);

test('at the limit known addresses are taken as before, and a removal makes room [A72]', async () => {
  const { add, batch, remove } = await setUp(20);
  expect((await batch(some(20))).body).toMatchObject({ added: 20 });
  expect((await batch(some(21))).status).toBe(403);
  expect((await batch(some(20))).body).toMatchObject({ added: 0, skipped: 20 });
  expect([(await add('a3@x.example')).status, (await add('b@x.example')).status]).toEqual([200, 403]);
  expect((await remove('a3@x.example')).status).toBe(200);
  expect([(await add('b@x.example')).status, (await add('c@x.example')).status]).toEqual([201, 403]);
  expect((await batch(some(5), 'remove')).body).toMatchObject({ removed: 4 });
  expect((await batch(some(4, 'd'))).body).toMatchObject({ added: 4 });
  expect((await add('c@x.example')).status).toBe(403);
});

test('bounces are taken beyond the limit; entries of before it, and of tenants, count [A72]', async () => {
  const { ctx, account, add, batch } = await setUp(5);
  const list = { account: account.id, tenant: null };
  const entry = (email: string) => suppressionOf(ctx, email);
  const tenant = await newTenant(ctx, account.id);
  for (const email of some(4)) await ctx.suppressions.raise(list, entry(email));
  await ctx.suppressions.raise(
    { ...list, tenant: tenant.id },
    { ...entry('t@x.example'), tenant: tenant.id },
  );
  // The first count of what is there reads an index.
  await indexesCaughtUp();
  expect([(await add('b@x.example')).status, (await batch(some(2, 'b'))).status]).toEqual([403, 403]);
  for (const email of some(8)) await ctx.suppressions.raise(list, entry(email));
  expect(await ctx.suppressions.get(list, 'a7@x.example')).toMatchObject({ reason: 'bounce' });
});

test('entries that a crash left counted are found again once the limit refuses [A72]', async () => {
  const { ctx, clock, account, add } = await setUp(20);
  expect((await add('a@x.example')).status).toBe(201);
  expect(await ctx.suppressions.reserve(account.id, 19, 20)).toBe('reserved');
  expect((await add('b@x.example')).status).toBe(403);
  clock.advance(11 * 60_000);
  expect((await add('b@x.example')).status).toBe(201);
});

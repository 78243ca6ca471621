import { emailRoutes } from '../../functions/emails/routes.ts';
import { claimKey } from '../../shared/core/claim-key.ts';
import { makeKey } from '../../shared/domain/keys/create-key.ts';
import { keys } from '../../shared/store/schema.ts';
import { freshAccount, inProcess, newTenant, testContext } from '../support/api.ts';
import { testTable } from '../support/table.ts';

const ctx = testContext();

/** An account, and two tenants of it that send from its domain, each with a key of its own. */
async function setUp() {
  const { account, api_key, domain } = await freshAccount(ctx);
  const email = { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't' };
  const senderOf = (key: string) => (subject: string) =>
    inProcess(ctx, emailRoutes, key)('POST', '/emails', {
      body: { ...email, subject },
      headers: { 'idempotency-key': 'order-1' },
    });
  const tenantOf = async () => {
    const tenant = await newTenant(ctx, account.id);
    const made = await makeKey(ctx, {
      account: account.id,
      name: 'k',
      scopes: ['emails:send'],
      tenant: tenant.id,
    });
    return { tenant, send: senderOf(made.secret) };
  };
  return { account, send: senderOf(api_key), one: await tenantOf(), two: await tenantOf() };
}

test('the Idempotency-Keys of a key limited to a tenant are its own [A74]', async () => {
  const { send, one, two } = await setUp();
  const first = await one.send('of one');
  const answers = [await send('of the account'), await two.send('of two'), await one.send('of one')];
  expect([first, ...answers].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set([first, ...answers].map(({ body }) => body.id)).size).toBe(3);
  expect([answers[2]?.body.id, answers[2]?.headers.get('idempotency-replayed')]).toEqual([
    first.body.id,
    'true',
  ]);
  const other = await one.send('another one');
  expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_conflict']);
});

test('a claim of the last release, under its account, still answers a repeated request [A74, P5]', async () => {
  const { account, send, one, two } = await setUp();
  const first = await one.send('of one');
  const table = testTable();
  const own = keys.claim(account.id, claimKey({ tenant: one.tenant.id }, 'order-1'));
  const claim = await table.get(own, { consistent: true });
  await table.put({ ...claim, ...keys.claim(account.id, 'order-1'), scoped: undefined });
  await table.delete(own);
  expect((await one.send('of one')).body.id).toBe(first.body.id);
  expect((await two.send('of one')).status).toBe(409);
  expect((await send('of the account')).status).toBe(409);
});

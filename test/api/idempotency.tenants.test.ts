import { emailRoutes } from '../../functions/emails/routes.ts';
import { freshAccount, inProcess, keyWith, newTenant, testContext } from '../support/api.ts';

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
    return { tenant, send: senderOf(await keyWith(ctx, account.id, ['emails:send'], { tenant: tenant.id })) };
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

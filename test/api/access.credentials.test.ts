import { keyRoutes } from '../../functions/keys/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import { makeKey } from '../../shared/domain/keys/create-key.ts';
import { type Client, freshAccount, inProcess, newTenant, testClock, testContext } from '../support/api.ts';
import { bodyOf, each, fill, keyed, routes } from '../support/routes.ts';

/** One account with a secret of each kind that opens nothing. */
async function setUp() {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...keyRoutes, ...tenantRoutes], api_key);
  const make = (fields: object) =>
    makeKey(ctx, { account: account.id, name: 'x', scopes: ['full'], tenant: null, ...fields });

  const deleted = await make({});
  await call('DELETE', `/api-keys/${deleted.api_key.id}`);
  const { id: tenant } = await newTenant(ctx, account.id, 'acme');
  const orphaned = await make({ tenant });
  await call('DELETE', '/tenants/acme');
  const { expires_at } = { expires_at: new Date(clock.runtime.now() + 1_000).toISOString() };
  const expired = await make({ expires_at });
  clock.advance(2_000);
  const relay = await call('POST', '/smtp-credentials', { body: { name: 'relay' } });
  const elsewhere = await make({ allowed_ips: ['192.0.2.0/24'] });
  const suspended = await freshAccount(ctx, { domain: false });
  await suspendAccount(ctx, suspended.account.id);
  return {
    ctx,
    secrets: {
      'a deleted key': deleted.secret,
      'the key of a deleted tenant': orphaned.secret,
      'an expired key': expired.secret,
      'the password of an SMTP credential': relay.body.password as string,
    },
    elsewhere: elsewhere.secret,
    suspended: suspended.api_key,
  };
}

let world: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  world = await setUp();
});

const request = (call: Client, [, route]: ReturnType<typeof each>[number], headers = {}) =>
  call(route.method, fill(route.path, 'x'), { ...bodyOf(route), headers });

test.each(each(keyed))(
  '%s is 401 to what is no key any more, or never was one [A35, A36, A58]',
  async (...row) => {
    for (const [kind, secret] of Object.entries(world.secrets)) {
      const { status, body } = await request(inProcess(world.ctx, routes, secret), row);
      expect([kind, status, body]).toEqual([kind, 401, { error: { message: expect.any(String) } }]);
    }
  },
);

test.each(each(keyed))(
  '%s is 403 from an address that the key does not allow, whatever a proxy says [A35]',
  async (...row) => {
    const call = inProcess(world.ctx, routes, world.elsewhere);
    for (const headers of [{}, { 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }]) {
      const { status, body } = await request(call, row, headers);
      expect([status, body.error?.code]).toEqual([403, 'forbidden']);
    }
  },
);

test.each(each(keyed))('%s is 403 to the key of a suspended account [N22]', async (...row) => {
  const { status, body } = await request(inProcess(world.ctx, routes, world.suspended), row);
  expect([status, body.error]).toMatchObject([
    ...[403, { code: 'forbidden', details: { reason: 'account_suspended' }, hint: expect.any(String) }],
  ]);
});

import { inProcess, testContext } from '../support/api.ts';
import { tenantGroups, tenantWorld } from '../support/tenants.ts';

const ctx = testContext();

const refusal = ({ status, body }: { status: number; body: { error?: { details?: object } } }) => [
  status,
  body.error?.details,
];

/** A key of the tenant acme, which sent with it, so that this process remembers key, tenant and name. */
async function setUp() {
  const world = await tenantWorld(ctx);
  const elsewhere = inProcess(testContext(), tenantGroups, world.api_key);
  const fields = { external_id: 'acme', default_from_domain: world.domain };
  const old = await world.tenant('acme', fields);
  const sendAs = (key: string, body: object = {}, headers: Record<string, string> = {}) =>
    world.call('POST', '/emails', { key, headers, body: { ...world.email, tenant: 'acme', ...body } });
  const key = await world.keyOf(old);
  expect((await sendAs(key)).status).toBe(200);
  /** Another process deletes the tenant and makes it again. */
  const makeAgain = async () => {
    expect((await elsewhere('DELETE', '/tenants/acme')).status).toBe(200);
    const { body } = await elsewhere('POST', '/tenants', { body: fields });
    return body.tenant as typeof old;
  };
  return { ...world, old, key, sendAs, makeAgain };
}

test('A7, C13: the key of a deleted tenant does not send as the one that was made again under its name', async () => {
  const { call, email, key, old, sendAs, makeAgain } = await setUp();
  await makeAgain();
  for (const fields of [{}, { tenant: old.id }]) expect((await sendAs(key, fields)).status).toBe(404);
  const emails = [{ ...email, tenant: 'acme' }];
  const { body } = await call('POST', '/emails/batch', { key, body: { emails } });
  expect(body.data).toMatchObject([{ id: null, error: { status: 404 } }]);
  // Last: the tenant is read for it, so that this process learns of the deletion.
  expect((await sendAs(key, { from: 'support' })).status).toBe(404);
});

test('A7: the key of a tenant that was made again sends as it at once', async () => {
  const { keyOf, call, sendAs, makeAgain } = await setUp();
  const fresh = await makeAgain();
  const key = await keyOf(fresh);
  for (const tenant of ['acme', fresh.id]) {
    const sent = await sendAs(key, { tenant, from: 'support' });
    expect(sent.status).toBe(200);
    expect((await call('GET', `/emails/${sent.body.id}`, { key })).status).toBe(200);
  }
});

test('A9: for a tenant-limited key no name is looked up, so that none takes longer that exists', async () => {
  const { key, email, old, tenant } = await setUp();
  const other = await tenant('other');
  const looked: string[] = [];
  const look = async (_account: string, name: string) => {
    looked.push(name);
    return null;
  };
  const blind = { ...ctx, tenants: { ...ctx.tenants, idOf: look, find: look } };
  const call = inProcess(blind, tenantGroups, key);
  const asked = (name: string) => [
    call('POST', '/emails', { body: { ...email, tenant: name } }),
    call('GET', `/emails?tenant=${name}`),
    call('GET', `/tenants/${name}`),
  ];
  const statuses = async (name: string) => (await Promise.all(asked(name))).map(({ status }) => status);
  for (const name of ['acme', old.id]) expect([name, await statuses(name)]).toEqual([name, [200, 200, 200]]);
  for (const name of ['other', other.id, 'none'])
    expect([name, await statuses(name)]).toEqual([name, [403, 403, 403]]);
  expect(looked).toEqual([]);
});

import { keyRoutes } from '../../functions/keys/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { makeKey } from '../../shared/domain/keys/create-key.ts';
import type { CredentialLimits } from '../../shared/domain/keys/limits.ts';
import { buildApp } from '../../shared/http/app.ts';
import {
  type Client,
  freshAccount,
  inProcess,
  keyWith,
  newTenant,
  testClock,
  testContext,
} from '../support/api.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });
const inMinutes = (minutes: number) => new Date(clock.runtime.now() + minutes * 60_000).toISOString();

/** A full key that this process remembers, with what a request may write. */
async function setUp(limits: Partial<CredentialLimits & { tenant: string }> = {}) {
  const { account, api_key, domain } = await freshAccount(ctx);
  const make = (fields: object) =>
    makeKey(ctx, { account: account.id, name: 'x', scopes: ['full'], tenant: null, ...fields });
  const limited = await make({
    ...limits,
    ...(limits.allowed_domains && { allowed_domains: [domain] }),
    ...(limits.tenant && { tenant: (await newTenant(ctx, account.id, limits.tenant)).id }),
  });
  const other = await make({});
  const owner = inProcess(ctx, keyRoutes, api_key);
  const relay = (await owner('POST', '/smtp-credentials', { body: { name: 'x' } })).body;
  /** As the limited key, from an address. */
  const sendTo =
    (app: ReturnType<typeof buildApp>) =>
    async (method: string, path: string, { body, address = '192.0.2.1' }: Asked = {}) => {
      const headers = { authorization: `Bearer ${limited.secret}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = await app.request(`http://x/api${path}`, init, { address });
      const answer = (await response.json()) as { error?: { code?: string }; api_key?: object };
      return { status: response.status, code: answer.error?.code, ...answer };
    };
  const send = sendTo(buildApp(ctx, keyRoutes));
  const ids = { other: other.api_key.id, relay: (relay.smtp_credential as { id: string }).id };
  const remembered = await send('GET', '/api-keys');
  expect(remembered.status).toBe(limits.tenant ? 403 : 200);
  const sendIn = (other: Context) => sendTo(buildApp(other, keyRoutes));
  return { owner, send, sendIn, ids, path: `/api-keys/${limited.api_key.id}` };
}

type Asked = { body?: object; address?: string };
type World = Awaited<ReturnType<typeof setUp>>;

/** Every write of the group: the routes are counted below. */
const writes: Record<string, (world: World) => [string, string, Asked?]> = {
  'POST /api-keys': () => ['POST', '/api-keys', { body: { name: 'heir', scopes: ['full'] } }],
  'PATCH /api-keys/{id}': ({ ids }) => ['PATCH', `/api-keys/${ids.other}`, { body: { name: 'mine' } }],
  'DELETE /api-keys/{id}': ({ ids }) => ['DELETE', `/api-keys/${ids.other}`],
  'POST /smtp-credentials': () => ['POST', '/smtp-credentials', { body: { name: 'heir' } }],
  'DELETE /smtp-credentials/{id}': ({ ids }) => ['DELETE', `/smtp-credentials/${ids.relay}`],
};

/** What the account has: an owner's view. */
async function stored(owner: Client) {
  const [keys, credentials] = [await owner('GET', '/api-keys'), await owner('GET', '/smtp-credentials')];
  return [keys.body.api_keys, credentials.body.smtp_credentials] as { name: string }[][];
}
const namesIn = (lists: { name: string }[][]) => lists.map((list) => list.map(({ name }) => name).sort());

test('every write of the group is tried', () => {
  const declared = keyRoutes.filter(({ method }) => method !== 'GET');
  expect(Object.keys(writes).sort()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).sort());
});

/** Tries every write: each answers so, and nothing is written. */
async function refused(world: World, expected: object) {
  const before = namesIn(await stored(world.owner));
  for (const [name, write] of Object.entries(writes)) {
    const { status, code } = await world.send(...write(world));
    expect({ name, status, code }).toMatchObject({ name, ...expected });
  }
  expect(namesIn(await stored(world.owner))).toEqual(before);
}

test.each([
  ['without a limit', {}],
  ['with allowed_domains', { allowed_domains: ['its own'] }],
  ['with allowed_ips', { allowed_ips: ['192.0.2.0/24'] }],
  ['with an expiry', { expires_at: inMinutes(60) }],
  ['of a tenant', { tenant: 'acme' }],
])('every write by a key %s that was deleted a moment ago is 401 [A70]', async (_limit, limits) => {
  const world = await setUp(limits);
  expect((await world.owner('DELETE', world.path)).status).toBe(200);
  await refused(world, { status: 401 });
});

test('every write by a key that deleted itself is 401 [A70]', async () => {
  const world = await setUp({ allowed_ips: ['192.0.2.0/24'] });
  expect((await world.send('DELETE', world.path)).status).toBe(200);
  await refused(world, { status: 401 });
});

test.each([
  ['expired', { expires_at: () => inMinutes(1 / 60) }, { status: 401 }],
  ['lost its scope', { scopes: () => ['emails:send'] }, { status: 403, code: 'insufficient_scope' }],
  ['got other addresses', { allowed_ips: () => ['198.51.100.0/24'] }, { status: 403, code: 'forbidden' }],
])('every write by a key that %s a moment ago is refused [A70]', async (_what, change, expected) => {
  const world = await setUp();
  const body = Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value()]));
  expect((await world.owner('PATCH', world.path, { body })).status).toBe(200);
  clock.advance(2_000);
  await refused(world, expected);
});

/** The context in which `change` comes between the verb's look at its maker and its write. */
function changedBetween(maker: string, change: () => Promise<unknown>): Context {
  let pending: (() => Promise<unknown>) | null = change;
  const get: Context['keys']['get'] = async (account, id) => {
    const found = await ctx.keys.get(account, id);
    if (id !== maker) return found;
    const due = pending;
    pending = null;
    await due?.();
    return found;
  };
  return { ...ctx, keys: { ...ctx.keys, get } };
}

describe.each(Object.keys(writes))('%s at the same moment [A70]', (name) => {
  test.each([
    ['as its key is deleted is 401', 'DELETE', undefined, 401],
    ['as its key loses its scope is 403', 'PATCH', { scopes: ['emails:send'] }, 403],
    ['as its key gets a limit is to be tried again', 'PATCH', { allowed_ips: ['192.0.2.0/24'] }, 503],
  ])('%s', async (_what, method, body, status) => {
    const world = await setUp();
    const between = () => world.owner(method, world.path, { body });
    const late = world.sendIn(changedBetween(world.path.slice('/api-keys/'.length), between));
    const before = namesIn(await stored(world.owner));
    const answer = await late(...(writes[name] as (typeof writes)[string])(world));
    expect(answer.status).toBe(status);
    const gone = method === 'DELETE' ? 1 : 0;
    const [keys = [], credentials] = namesIn(await stored(world.owner));
    expect([keys.length, credentials]).toEqual([(before[0]?.length ?? 0) - gone, before[1]]);
  });
});

test('a new limit bounds the next key at once, and a lifted one does not [A70]', async () => {
  const world = await setUp();
  const create = () => world.send('POST', '/api-keys', { body: { name: 'heir', scopes: ['full'] } });
  const expires_at = inMinutes(60);
  await world.owner('PATCH', world.path, { body: { expires_at, allowed_ips: ['192.0.2.0/24'] } });
  expect((await create()).api_key).toMatchObject({ expires_at, allowed_ips: ['192.0.2.0/24'] });
  await world.owner('PATCH', world.path, { body: { expires_at: null, allowed_ips: null } });
  expect((await create()).api_key).toMatchObject({ expires_at: null, allowed_ips: null });
});

test('a key writes nothing to the lists of a tenant that another process deleted a moment ago [A36]', async () => {
  const { account } = await freshAccount(ctx, { domain: false });
  const tenant = await newTenant(ctx, account.id);
  const key = await keyWith(ctx, account.id, ['full'], { tenant: tenant.id });
  const call = inProcess(ctx, suppressionRoutes, key);
  expect((await call('GET', '/suppressions')).status).toBe(200);
  await testContext().tenants.remove(tenant, 0);
  for (const [path, fields] of [
    ['/suppressions', { email: 'b@x.example' }],
    ['/suppressions/batch', { action: 'add', emails: ['b@x.example'] }],
  ] as const)
    expect([path, (await call('POST', path, { body: fields })).status]).toEqual([path, 401]);
});

test('keys and SMTP credentials of a tenant that was deleted a moment ago are 404, also to DELETE [A36]', async () => {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, keyRoutes, api_key);
  const tenant = await newTenant(ctx, account.id, 'acme');
  const body = { name: 'x', tenant: 'acme' };
  const key = (await call('POST', '/api-keys', { body: { ...body, scopes: ['full'] } })).body.api_key;
  const relay = (await call('POST', '/smtp-credentials', { body })).body.smtp_credential;
  await ctx.tenants.remove(tenant, 0);
  for (const path of [`/api-keys/${(key as Made).id}`, `/smtp-credentials/${(relay as Made).id}`])
    for (const method of ['GET', 'DELETE'])
      expect([method, path, (await call(method, path)).status]).toEqual([method, path, 404]);
});

type Made = { id: string };

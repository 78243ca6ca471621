import type { Id } from '../../shared/core/runtime.ts';
import type { Route } from '../../shared/http/route.ts';
import {
  type Client,
  freshAccount,
  inProcess,
  keyWith,
  newTenant,
  testContext,
  verifiedDomain,
} from '../support/api.ts';
import { inboundDomain } from '../support/inbound.ts';
import { bodyOf, each, fill, keyed, named, routes, tenantFields, title } from '../support/routes.ts';
import { makeSample, sampledAt } from '../support/samples.ts';

const ctx = testContext();

/** An account with the tenants own and other, a key of the account and one that is limited to own. */
async function setUp() {
  const { account, api_key, domain } = await freshAccount(ctx);
  const own = await newTenant(ctx, account.id, 'own');
  const other = await newTenant(ctx, account.id, 'other');
  const stranger = await freshAccount(ctx, { domain: false });
  const foreign = await newTenant(ctx, stranger.account.id, 'foreign');
  const limited = inProcess(ctx, routes, await keyWith(ctx, account.id, ['full'], { tenant: own.id }));
  const call = inProcess(ctx, routes, api_key);
  return { account, domain, call, limited, own, other, foreign };
}

let world: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  world = await setUp();
});

type Asking = { place: 'body' | 'query'; field: string };

/** A request that names a tenant, and is at fault in everything else. */
function naming(call: Client, route: Route, { place, field }: Asking, name: string) {
  const path = fill(route.path, 'x');
  const value = field === 'tenants' ? [name] : name;
  if (place === 'body') return call(route.method, path, { body: { [field]: value } });
  return call(route.method, `${path}?${field}=${encodeURIComponent(name)}&limit=0`, bodyOf(route));
}

/** The tenant of a key is not patched, whichever it is (A57). */
const doors = keyed
  .filter((route) => title(route) !== 'PATCH /api-keys/{id}')
  .flatMap((route) => tenantFields(route).map((asking) => [title(route), route, asking] as const));

test('a tenant is named on every route that the specification says', () => {
  expect(doors.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...['POST /emails', 'GET /emails', 'POST /emails/test', 'POST /webhooks', 'PATCH /webhooks/{id}'],
      ...['GET /suppressions', 'POST /suppressions', 'DELETE /suppressions', 'POST /domains', 'GET /domains'],
      ...['POST /api-keys', 'POST /smtp-credentials', 'GET /usage', 'GET /deliverability'],
    ]),
  );
});

test.each(doors)(
  "%s answers another account's tenant as one that nobody has, by name and by id [C13]",
  async (_n, route, asking) => {
    const { call, foreign } = world;
    const unknown = [
      `ten_${'0'.repeat(26)}`,
      'nobody',
      foreign.id,
      foreign.external_id,
      foreign.id.toUpperCase(),
    ];
    const answers = await Promise.all(unknown.map((name) => naming(call, route, asking, name)));
    for (const { status, body } of answers) {
      expect([status, body.error?.code, body.error?.details]).toEqual([404, 'not_found', undefined]);
      expect(body.error?.message).toBe(answers[0]?.body.error?.message);
    }
  },
);

test.each(doors)(
  '%s is 403 on an account without tenants, before anything else [C11]',
  async (_n, route, asking) => {
    const { api_key } = await freshAccount(ctx, { domain: false, plan: 'free' });
    const call = inProcess(ctx, routes, api_key);
    const { status, body } = await naming(call, route, asking, 'nobody');
    expect([status, body.error?.code]).toEqual([403, 'tenants_not_enabled']);
  },
);

test.each(doors.filter(([, route]) => route.tenant_keys !== 'closed' && !route.path.includes('{')))(
  '%s is 403 to a tenant-limited key that names any tenant but its own, existing or not [A9, C13]',
  async (_n, route, asking) => {
    const { limited, own, other, foreign } = world;
    for (const name of [other.external_id, other.id, foreign.id, foreign.external_id, 'nobody']) {
      const { status, body } = await naming(limited, route, asking, name);
      expect([status, body.error?.details]).toEqual([403, { reason: 'key_tenant' }]);
    }
    for (const name of [own.external_id, own.id])
      expect((await naming(limited, route, asking, name)).status).not.toBe(403);
  },
);

/** An object of a tenant, or of the whole account, for the path of each route that is open to tenant-limited keys. */
const objects: Record<string, (tenant: string | null) => Promise<string>> = {
  emails: async (tenant) => {
    const { call, domain } = world;
    const email = { from: `a@${domain}`, to: 'b@success.simulator.example.net', subject: 's', text: 't' };
    const { body } = await call('POST', '/emails', { body: { ...email, ...(tenant && { tenant }) } });
    return body.id as string;
  },
  domains: async (tenant) => {
    const name = `${ctx.runtime.id('req').slice(4)}.example.com`;
    const id = tenant && (tenant === 'own' ? world.own.id : world.other.id);
    await verifiedDomain(ctx, world.account.id, name, { tenant: id as Id<'ten'> | null });
    return name;
  },
  'inbound-routes': async (tenant) => {
    const id = tenant && (tenant === 'own' ? world.own.id : world.other.id);
    const domain = await inboundDomain(ctx, world.account.id, { tenant: id as Id<'ten'> | null });
    const { body } = await world.call('POST', '/inbound-routes', { body: { match: `a@${domain}` } });
    return (body.inbound_route as { id: string }).id;
  },
  tenants: async (tenant) => tenant ?? 'other',
};

/** An object whose body may name a tenant, by the sample of its resource. */
const sampleOf = (path: string) => (tenant: string | null) => {
  const resource = sampledAt(path);
  if (resource === undefined) throw new Error(`no object for ${path}`);
  return makeSample(world.call, resource, ctx.runtime.id('req').slice(4), tenant ? { tenant } : {});
};

const open = named.filter((route) => route.tenant_keys !== 'closed');

test.each(each(open))(
  "%s of another tenant's object, and of the account's, is hidden from a tenant-limited key [A9, C13]",
  async (_n, route) => {
    const make = objects[route.path.split('/')[1] ?? ''] ?? sampleOf(route.path);
    // The path of /tenants names the tenant: 403; an object's id that is not its own is 404.
    const hidden = route.path.startsWith('/tenants') ? [403, 'forbidden'] : [404, 'not_found'];
    for (const owner of ['other', null]) {
      const id = await make(owner);
      const { status, body } = await world.limited(route.method, fill(route.path, id), bodyOf(route));
      expect([owner, status, body.error?.code]).toEqual([owner, ...hidden]);
    }
    const { status } = await world.limited(route.method, fill(route.path, await make('own')), bodyOf(route));
    expect([403, 404]).not.toContain(status);
  },
);

import { type Scope, scopes } from '../../shared/domain/keys/scopes.ts';
import {
  type Client,
  freshAccount,
  inProcess,
  keyWith,
  newTenant,
  testClock,
  testContext,
} from '../support/api.ts';
import { bodyOf, keyed, routes, title } from '../support/routes.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

/** What a key that is limited to a tenant reaches: its tenant's objects, them with any scope, or nothing. */
type TenantKeys = 'own' | 'any scope' | '-';

/**
 * The table of the specification, word for word rather than from the declarations: who gets past the checks of key and
 * scope, in addition to `full`. A `:write` scope reads, too (H2).
 */
const rows: { scopes: Scope[]; tenant_keys: TenantKeys; routes: string[] }[] = [
  {
    scopes: ['emails:send'],
    tenant_keys: 'own',
    routes: [
      'POST /emails',
      'POST /emails/batch',
      'POST /attachments',
      'POST /emails/{id}/resend',
      'PATCH /emails/{id}',
    ],
  },
  { scopes: ['emails:send', 'emails:read'], tenant_keys: 'own', routes: ['GET /emails/{id}'] },
  {
    scopes: ['emails:read'],
    tenant_keys: 'own',
    routes: ['GET /emails', 'GET /emails/{id}/events', 'GET /emails/{id}/recipients'],
  },
  { scopes: [], tenant_keys: '-', routes: ['POST /emails/test'] },
  { scopes: ['events:write'], tenant_keys: '-', routes: ['POST /events'] },
  {
    scopes: ['automations:read', 'automations:write'],
    tenant_keys: '-',
    routes: [
      ...['GET /automations', 'GET /automations/{id}', 'GET /automations/{id}/runs'],
      'GET /automations/{id}/runs/{run}',
    ],
  },
  {
    scopes: ['automations:write'],
    tenant_keys: '-',
    routes: [
      ...[
        'POST /automations',
        'PATCH /automations/{id}',
        'POST /automations/{id}',
        'DELETE /automations/{id}',
      ],
      'POST /automations/{id}/runs/{run}',
    ],
  },
  {
    scopes: ['webhooks:read', 'webhooks:write'],
    tenant_keys: '-',
    routes: [
      ...['GET /webhooks', 'GET /webhooks/{id}', 'GET /webhooks/{id}/deliveries'],
      'GET /webhooks/{id}/deliveries/{delivery}',
    ],
  },
  {
    scopes: ['webhooks:write'],
    tenant_keys: '-',
    routes: [
      ...['POST /webhooks', 'PATCH /webhooks/{id}', 'DELETE /webhooks/{id}', 'POST /webhooks/{id}'],
      'POST /webhooks/{id}/deliveries/{delivery}',
    ],
  },
  {
    scopes: ['domains:write'],
    tenant_keys: 'own',
    routes: [
      ...['POST /domains', 'PATCH /domains/{id}', 'POST /domains/{id}', 'DELETE /domains/{id}'],
      ...['POST /domains/{id}/rotate-dkim', 'DELETE /domains/{id}/rotate-dkim'],
    ],
  },
  {
    scopes: ['domains:read', 'domains:write'],
    tenant_keys: 'own',
    routes: ['GET /domains', 'GET /domains/{id}'],
  },
  {
    scopes: ['domains:write'],
    tenant_keys: '-',
    routes: ['POST /domains/claims', 'POST /domains/claims/{id}'],
  },
  { scopes: ['domains:read', 'domains:write'], tenant_keys: '-', routes: ['GET /domains/claims/{id}'] },
  {
    scopes: [],
    tenant_keys: 'any scope',
    routes: ['GET /tenants/{tenant}', 'GET /tenants/{tenant}/stats', 'GET /tenants/{tenant}/domains'],
  },
  {
    scopes: [],
    tenant_keys: '-',
    routes: [
      ...['POST /tenants', 'GET /tenants', 'PATCH /tenants/{tenant}', 'DELETE /tenants/{tenant}'],
      ...['POST /tenants/{tenant}/domains', 'DELETE /tenants/{tenant}/domains/{domain}'],
    ],
  },
  {
    scopes: ['suppressions:read', 'suppressions:write'],
    tenant_keys: 'own',
    routes: ['GET /suppressions', 'GET /suppressions/export', 'GET /suppressions/{id}', 'GET /opt-outs'],
  },
  {
    scopes: ['suppressions:write'],
    tenant_keys: 'own',
    routes: ['POST /suppressions', 'DELETE /suppressions', 'POST /suppressions/batch', 'DELETE /opt-outs'],
  },
  {
    scopes: ['templates:read', 'templates:write'],
    tenant_keys: '-',
    routes: ['GET /templates', 'GET /templates/{template}'],
  },
  {
    scopes: ['templates:write'],
    tenant_keys: '-',
    // Of the actions preview needs templates:read alone (Q48).
    routes: [
      ...['POST /templates', 'PATCH /templates/{template}', 'DELETE /templates/{template}'],
      'POST /templates/{template}',
    ],
  },
  {
    scopes: ['inbound:read', 'inbound:write'],
    tenant_keys: '-',
    routes: ['GET /received-emails', 'GET /received-emails/{id}'],
  },
  { scopes: ['inbound:write'], tenant_keys: '-', routes: ['DELETE /received-emails/{id}'] },
  {
    scopes: ['inbound:read', 'inbound:write'],
    tenant_keys: 'own',
    routes: [
      ...[
        'GET /inbound-routes',
        'GET /inbound-routes/{id}',
        'GET /blocked-senders',
        'GET /blocked-senders/{id}',
      ],
    ],
  },
  {
    scopes: ['inbound:write'],
    tenant_keys: 'own',
    routes: [
      ...['POST /inbound-routes', 'PATCH /inbound-routes/{id}', 'DELETE /inbound-routes/{id}'],
      ...['POST /blocked-senders', 'DELETE /blocked-senders/{id}'],
    ],
  },
  {
    scopes: [],
    tenant_keys: '-',
    routes: [
      ...[
        'POST /api-keys',
        'GET /api-keys',
        'GET /api-keys/{id}',
        'PATCH /api-keys/{id}',
        'DELETE /api-keys/{id}',
      ],
      ...['POST /smtp-credentials', 'GET /smtp-credentials', 'GET /smtp-credentials/{id}'],
      'DELETE /smtp-credentials/{id}',
    ],
  },
  {
    scopes: ['account:read'],
    tenant_keys: '-',
    routes: ['GET /account', 'GET /usage', 'GET /deliverability'],
  },
  // Without `resources` it asks for the write scopes of all: no single scope is enough.
  { scopes: [], tenant_keys: '-', routes: ['POST /migrations'] },
  {
    scopes: ['domains:write', 'webhooks:write', 'templates:write', 'suppressions:write', 'account:read'],
    tenant_keys: '-',
    routes: ['GET /migrations', 'GET /migrations/{id}', 'GET /migrations/{id}/report'],
  },
];

const listed = rows.flatMap((row) => row.routes.map((name) => [name, row] as const));

test('the rows are those of every route that takes a key', () => {
  expect(listed.map(([name]) => name).sort()).toEqual(keyed.map(title).sort());
});

const declared = new Map(keyed.map((route) => [title(route), route]));

/** The refusal of a request whose path names this object, and whose body is empty; null: no check of rights refuses it. */
async function refusal(call: Client, name: string, object = 'x') {
  const route = declared.get(name);
  if (route === undefined) throw new Error(`no route ${name}`);
  const { status, body } = await call(route.method, route.path.replace(/\{\w+\}/g, object), bodyOf(route));
  return status === 403 ? (body.error?.details?.reason ?? body.error?.code) : null;
}

/** One account for all rows: a key of each scope, and keys of each set of scopes that are limited to its tenant own. */
async function setUp() {
  const { account } = await freshAccount(ctx, { domain: false, plan: 'dedicated' });
  const own = await newTenant(ctx, account.id);
  const other = await newTenant(ctx, account.id, 'other');
  const calls = new Map<Scope, Client>();
  for (const scope of scopes)
    calls.set(scope, inProcess(ctx, routes, await keyWith(ctx, account.id, [scope])));
  const limited = async (granted: Scope[]) =>
    inProcess(ctx, routes, await keyWith(ctx, account.id, granted, { tenant: own.id }));
  return { own, other, calls, limited, whole: await limited(['full']) };
}

let world: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  world = await setUp();
});

// The tokens of the requests before come back.
beforeEach(() => clock.advance(10_000));

test.each(listed)('%s: each scope of its row gets in, and no other', async (name, row) => {
  const asked = [...world.calls].map(async ([scope, call]) => [scope, await refusal(call, name)] as const);
  const refusals = await Promise.all(asked);
  const expected = scopes.map((scope) => {
    const open = scope === 'full' || row.scopes.includes(scope);
    return [scope, open ? null : 'insufficient_scope'];
  });
  expect(refusals).toEqual(expected);
});

test.each(listed)('%s: a key that is limited to a tenant', async (name, { scopes: needed, tenant_keys }) => {
  const { own, other, whole, limited } = world;
  const lacking = scopes.filter((scope) => scope !== 'full' && !needed.includes(scope));
  const object = name.includes('/tenants/') ? own.id : 'x';
  const refusals = [await refusal(whole, name, object), await refusal(await limited(lacking), name, object)];
  const expected = {
    own: [null, 'insufficient_scope'],
    'any scope': [null, null],
    '-': ['route_closed', 'route_closed'],
  };
  expect(refusals).toEqual(expected[tenant_keys]);
  if (tenant_keys === 'any scope') expect(await refusal(whole, name, other.id)).toBe('key_tenant');
});

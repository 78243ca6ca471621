import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { TenantRecord } from '../../shared/domain/tenant-admin/tenant-record.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';

async function setUp() {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, tenantRoutes, api_key);
  const create = async (body: object): Promise<TenantRecord> => {
    clock.advance(2);
    const made = await call('POST', '/tenants', { body });
    expect(made.status).toBe(201);
    return made.body.tenant as TenantRecord;
  };
  return { ...clock, ctx, account, domain, call, create };
}

test('a tenant is created with the defaults of the specification and read by name and id [H21]', async () => {
  const { create, call } = await setUp();
  const tenant = await create({ external_id: 'acme:eu@1' });
  expect(tenant).toEqual({
    id: expect.stringMatching(/^ten_[0-9a-z]{26}$/),
    object: 'tenant',
    external_id: 'acme:eu@1',
    name: 'acme:eu@1',
    status: 'active',
    paused_reason: null,
    paused_at: null,
    pause_source: null,
    default_from_domain: null,
    stream_policy: 'all',
    daily_limit: null,
    metadata: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: tenant.created_at,
  });
  for (const name of [tenant.id, tenant.external_id, encodeURIComponent(tenant.external_id)])
    expect((await call('GET', `/tenants/${name}`)).body).toEqual({ tenant });
});

test('every field of a create is kept, metadata as it came [H21]', async () => {
  const { create, call, domain } = await setUp();
  const metadata = JSON.parse('{"plan":"gold","__proto__":{"a":[1,null]},"n":1.5}');
  const fields = {
    external_id: 'acme',
    name: ' Acme GmbH ',
    default_from_domain: domain.toUpperCase(),
    stream_policy: 'transactional_only',
    daily_limit: 10_000_000,
  };
  const tenant = await create({ ...fields, metadata });
  expect(tenant).toMatchObject({ ...fields, name: 'Acme GmbH', default_from_domain: domain });
  const { text } = await call('GET', '/tenants/acme');
  expect(text).toContain('"metadata":{"plan":"gold","__proto__":{"a":[1,null]},"n":1.5}');
});

test('PATCH changes what it names, null clears, and the rest stays [H21, A43]', async () => {
  const { create, call, domain, advance } = await setUp();
  const made = await create({ external_id: 'acme', name: 'Acme', daily_limit: 5, metadata: { a: 1, b: 2 } });
  advance(1000);
  const patch = async (body: object) => {
    const answer = await call('PATCH', '/tenants/acme', { body });
    expect(answer.status).toBe(200);
    expect((await call('GET', '/tenants/acme')).body).toEqual(answer.body);
    return answer.body.tenant as TenantRecord;
  };
  expect(await patch({})).toEqual(made);
  const changed = await patch({ default_from_domain: domain, daily_limit: 7, metadata: { c: 3 } });
  expect(changed).toMatchObject({ default_from_domain: domain, daily_limit: 7, metadata: { c: 3 } });
  expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(made.updated_at));
  const cleared = await patch({ name: null, default_from_domain: null, daily_limit: null, metadata: null });
  expect(cleared).toEqual({
    ...made,
    name: 'acme',
    daily_limit: null,
    metadata: null,
    updated_at: cleared.updated_at,
  });
  expect(await patch({ name: 'New', external_id: 'acme' })).toMatchObject({ name: 'New' });
  expect(await patch({ name: '  ' })).toMatchObject({ name: 'acme' });
});

test('a pause has its reason and time, a second one changes the reason, resuming clears all three [A43]', async () => {
  const { create, call, advance } = await setUp();
  const { updated_at: _at, ...made } = await create({ external_id: 'acme' });
  const patch = async (body: object) =>
    (await call('PATCH', '/tenants/acme', { body })).body.tenant as TenantRecord;
  const paused = await patch({ status: 'paused', reason: 'unpaid' });
  expect(paused).toMatchObject({ status: 'paused', paused_reason: 'unpaid', pause_source: 'manual' });
  expect(paused.paused_at).toMatch(/Z$/);
  advance(5000);
  const again = await patch({ status: 'paused', reason: 'left' });
  expect(again).toMatchObject({ paused_reason: 'left', paused_at: paused.paused_at });
  expect(await patch({ status: 'paused' })).toMatchObject({ paused_reason: 'left' });
  expect(await patch({ status: 'active' })).toMatchObject(made);
});

test('an automated pause stays automated, and only support lifts it [A43]', async () => {
  const { ctx, account, create, call } = await setUp();
  const { id } = await create({ external_id: 'acme', daily_limit: 5 });
  const seen = await ctx.tenants.get(account.id, id as Id<'ten'>);
  if (seen === null) throw new Error('no tenant');
  const at = new Date(ctx.runtime.now()).toISOString();
  const pause = {
    status: 'paused',
    paused_reason: 'bounce_rate',
    paused_at: at,
    pause_source: 'automated',
  } as const;
  await ctx.tenants.update(seen, { ...pause, updated_at: at }, undefined);
  const reason = await call('PATCH', '/tenants/acme', { body: { status: 'paused', reason: 'ours' } });
  expect(reason.body.tenant).toMatchObject({ paused_reason: 'ours', pause_source: 'automated' });
  const lifted = await call('PATCH', '/tenants/acme', { body: { status: 'active', daily_limit: 9 } });
  expect([lifted.status, lifted.body.error]).toEqual([
    403,
    expect.objectContaining({
      code: 'forbidden',
      details: { reason: 'tenant_paused' },
      hint: 'Contact support to resume it',
    }),
  ]);
  expect((await call('GET', '/tenants/acme')).body.tenant).toMatchObject({
    status: 'paused',
    daily_limit: 5,
  });
});

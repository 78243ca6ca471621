import { domainRoutes } from '../../functions/domains/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { makeKey } from '../../shared/domain/keys/create-key.ts';
import type { TenantRecord } from '../../shared/domain/tenant-admin/tenant-record.ts';
import { freshAccount, inProcess, keyWith, testClock, testContext, verifiedDomain } from '../support/api.ts';
import { idOf } from '../support/ids.ts';

const routes = [...domainRoutes, ...tenantRoutes];

async function setUp(plan: 'pro' | 'dedicated' = 'dedicated') {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  // The deployed worker would check the domain meanwhile.
  ctx.domain_tasks = { enqueue: async () => undefined };
  const { account, api_key } = await freshAccount(ctx, { plan, domain: false });
  const call = inProcess(ctx, routes, api_key);
  const name = `${account.id.slice(4)}.example.com`;
  await call('POST', '/domains', { body: { name } });
  const patch = async (body: Record<string, unknown>, key = api_key) => {
    const answer = await call('PATCH', `/domains/${name}`, { body, key });
    return { ...answer, domain: answer.body.domain as DomainRecord };
  };
  const tenant = async (external_id: string, body: Record<string, unknown> = {}) =>
    (await call('POST', '/tenants', { body: { external_id, ...body } })).body.tenant as TenantRecord;
  return { ...clock, ctx, account, call, name, patch, tenant };
}

test('PATCH changes what is given and nothing else [H24]', async () => {
  const { patch, call, name, advance } = await setUp();
  const before = (await call('GET', `/domains/${name}`)).body.domain as DomainRecord;
  advance(1_000);
  const { status, domain } = await patch({ open_tracking: true, tls_mode: 'enforced' });
  expect(status).toBe(200);
  expect(domain).toEqual({
    ...before,
    open_tracking: true,
    tls_mode: 'enforced',
    updated_at: expect.any(String),
  });
  expect(Date.parse(domain.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  expect((await call('GET', `/domains/${name}`)).body.domain).toEqual(domain);
  const back = await patch({ open_tracking: false, click_tracking: true });
  expect(back.domain).toMatchObject({ open_tracking: false, click_tracking: true, tls_mode: 'enforced' });
});

test('a PATCH that changes nothing is 200 and leaves updated_at [H24]', async () => {
  const { patch, advance } = await setUp();
  const { domain } = await patch({ click_tracking: true });
  advance(1_000);
  for (const body of [{}, { click_tracking: true }, { click_tracking: null }])
    expect((await patch(body)).domain).toEqual(domain);
});

test.each([
  [{ open_tracking: 'yes' }, 'open_tracking', 'type'],
  [{ tls_mode: 'none' }, 'tls_mode', 'enum'],
  [{ inbound_enabled: true }, 'inbound_enabled', 'conflict'],
  [{ inbound_enabled: false, tls_mode: 'enforced' }, 'inbound_enabled', 'conflict'],
  [{ tenant: 7 }, 'tenant', 'type'],
])('%j is 400 and changes nothing [H24, A30]', async (body, path, rule) => {
  const { patch } = await setUp();
  const before = (await patch({})).domain;
  const answer = await patch(body);
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
  expect(answer.body.error?.details?.issues).toMatchObject([{ path, rule }]);
  expect((await patch({})).domain).toEqual(before);
});

test('a domain that receives stops and starts again [A30]', async () => {
  const { call, name } = await setUp();
  const receiving = `in.${name}`;
  await call('POST', '/domains', { body: { name: receiving, inbound_enabled: true } });
  for (const inbound_enabled of [false, true]) {
    const answer = await call('PATCH', `/domains/${receiving}`, { body: { inbound_enabled } });
    expect(answer.body.domain).toMatchObject({ inbound_enabled, sending_enabled: false });
  }
});

test('a full key gives a domain to a tenant, to another one, and back to the account [H24, A45]', async () => {
  const { patch, tenant, call, name } = await setUp();
  const [acme, bolt] = [await tenant('acme'), await tenant('bolt')];
  expect((await patch({ tenant: 'acme' })).domain.tenant).toBe('acme');
  expect((await call('GET', '/domains?tenant=acme')).body.domains).toMatchObject([{ name }]);
  expect((await patch({ tenant: bolt.id, open_tracking: true })).domain).toMatchObject({
    tenant: 'bolt',
    open_tracking: true,
  });
  expect((await call('GET', `/domains?tenant=${acme.id}`)).body.domains).toEqual([]);
  expect((await patch({ tenant: null })).domain.tenant).toBeUndefined();
  expect((await call('GET', '/domains?tenant=bolt')).body.domains).toEqual([]);
});

test('the former tenant loses the domain as its default, and nothing else of it changes [A41]', async () => {
  const { patch, tenant, call, account, ctx, name } = await setUp();
  const own = `verified.${name}`;
  await verifiedDomain(ctx, account.id, own);
  const { external_id } = await tenant('acme', { default_from_domain: own, daily_limit: 7 });
  const read = async () => (await call('GET', `/tenants/${external_id}`)).body.tenant as TenantRecord;
  await call('PATCH', `/domains/${own}`, { body: { tenant: 'acme' } });
  await patch({ tenant: 'acme' });
  await patch({ tenant: null });
  expect((await read()).default_from_domain).toBe(own);
  await call('PATCH', `/domains/${own}`, { body: { tenant: null } });
  expect(await read()).toMatchObject({ default_from_domain: null, daily_limit: 7 });
});

test('a key limited to a tenant changes settings of its domains, and never an owner [A9]', async () => {
  const { patch, tenant, ctx, account, name } = await setUp();
  const acme = await tenant('acme');
  const limited = { account: account.id, name: 'x', scopes: ['full' as const], tenant: idOf('ten', acme.id) };
  const { secret } = await makeKey(ctx, limited);
  expect((await patch({ click_tracking: true }, secret)).status).toBe(404);
  await patch({ tenant: 'acme' });
  expect((await patch({ click_tracking: true }, secret)).domain.click_tracking).toBe(true);
  for (const owner of ['acme', null, 'other']) {
    const answer = await patch({ tenant: owner }, secret);
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'forbidden']);
    expect(answer.body.error?.details).toEqual({ reason: 'key_tenant' });
  }
  const writer = await keyWith(ctx, account.id, ['domains:write']);
  expect((await patch({ open_tracking: true }, writer)).status).toBe(200);
  const refused = await patch({ tenant: null }, writer);
  expect([refused.status, refused.body.error?.details]).toMatchObject([403, { required: ['full'] }]);
  expect(refused.body.error?.code).toBe('insufficient_scope');
  expect(name).toBeDefined();
});

test('a tenant that is not there is 404, on a plan without tenants 403 [C11]', async () => {
  const { patch } = await setUp();
  expect((await patch({ tenant: 'nobody' })).status).toBe(404);
  const pro = await setUp('pro');
  const refused = await pro.patch({ tenant: 'acme', tls_mode: 'x' });
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'tenants_not_enabled']);
  expect((await pro.patch({ tenant: null, tls_mode: 'enforced' })).status).toBe(200);
});

test('of concurrent changes of owner and settings none is lost [A45]', async () => {
  const { patch, tenant } = await setUp();
  await tenant('acme');
  await tenant('bolt');
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, i) => patch({ tenant: i % 2 ? 'acme' : 'bolt' })),
    patch({ tls_mode: 'enforced' }),
    patch({ click_tracking: true }),
  ]);
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect((await patch({})).domain).toMatchObject({ tls_mode: 'enforced', click_tracking: true });
});

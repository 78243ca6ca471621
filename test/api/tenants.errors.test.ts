import { domainRoutes } from '../../functions/domains/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { TenantRecord } from '../../shared/domain/tenant-admin/tenant-record.ts';
import { type Client, freshAccount, inProcess, testContext, verifiedDomain } from '../support/api.ts';

const ctx = testContext();

async function setUp(plan: 'pro' | 'scale' | 'dedicated' = 'dedicated') {
  const { account, api_key, domain } = await freshAccount(ctx, { plan });
  return { account, api_key, domain, call: inProcess(ctx, [...tenantRoutes, ...domainRoutes], api_key) };
}

const issues = (answer: Awaited<ReturnType<Client>>) =>
  (answer.body.error?.details?.issues as { path: string; rule: string }[] | undefined)?.map(
    ({ path, rule }) => `${path} ${rule}`,
  );

test.each<[string, object, string]>([
  ['no external_id', {}, 'external_id required'],
  ['external_id empty', { external_id: '' }, 'external_id format'],
  ['external_id of 129', { external_id: 'a'.repeat(129) }, 'external_id format'],
  ['external_id with a slash', { external_id: 'a/b' }, 'external_id format'],
  ['external_id .', { external_id: '.' }, 'external_id format'],
  ['external_id ..', { external_id: '..' }, 'external_id format'],
  ['external_id like an id', { external_id: `ten_${'0'.repeat(26)}` }, 'external_id format'],
  ['name of 201', { name: 'a'.repeat(201) }, 'name length'],
  ['daily_limit 0', { daily_limit: 0 }, 'daily_limit range'],
  ['daily_limit over 10,000,000', { daily_limit: 10_000_001 }, 'daily_limit range'],
  ['daily_limit 1.5', { daily_limit: 1.5 }, 'daily_limit type'],
  ['stream_policy', { stream_policy: 'none' }, 'stream_policy enum'],
  ['metadata a list', { metadata: ['a'] }, 'metadata type'],
  ['metadata over 4 KB', { metadata: { a: 'x'.repeat(4_089) } }, 'metadata length'],
  ['a domain that is none', { default_from_domain: 'a b' }, 'default_from_domain format'],
  ['a foreign domain', { default_from_domain: 'example.org' }, 'default_from_domain unknown'],
])('POST /tenants with %s is 400 [H21, A24]', async (_name, fields, expected) => {
  const { call } = await setUp();
  const body =
    'external_id' in fields || _name === 'no external_id' ? fields : { external_id: 'a', ...fields };
  const answer = await call('POST', '/tenants', { body });
  expect([answer.status, issues(answer)]).toEqual([400, [expected]]);
});

test('metadata of exactly 4,096 bytes is taken; lengths count bytes of UTF-8 (A43)', async () => {
  const { call } = await setUp();
  const metadata = { a: `${'ü'.repeat(2_044)}` };
  expect(Buffer.byteLength(JSON.stringify(metadata))).toBe(4_096);
  expect((await call('POST', '/tenants', { body: { external_id: 'a', metadata } })).status).toBe(201);
});

test.each<[string, object, string]>([
  ['a reason without a status', { reason: 'x' }, 'reason conflict'],
  ['a reason with status active', { status: 'active', reason: 'x' }, 'reason conflict'],
  ['a reason of 501', { status: 'paused', reason: 'x'.repeat(501) }, 'reason length'],
  ['another status', { status: 'deleted' }, 'status enum'],
  ['another external_id', { external_id: 'b' }, 'external_id conflict'],
  ['a foreign domain', { default_from_domain: 'example.org' }, 'default_from_domain unknown'],
])('PATCH with %s is 400 and changes nothing [A43]', async (_name, fields, expected) => {
  const { call } = await setUp();
  const made = await call('POST', '/tenants', { body: { external_id: 'a' } });
  const answer = await call('PATCH', '/tenants/a', { body: { name: 'New', ...fields } });
  expect([answer.status, issues(answer)]).toEqual([400, [expected]]);
  expect((await call('GET', '/tenants/a')).body).toEqual(made.body);
});

test("another account's domain and an unverified one complete no from [A41]", async () => {
  const { call, account, domain } = await setUp();
  const other = await setUp();
  const foreign = await call('POST', '/tenants', {
    body: { external_id: 'a', default_from_domain: other.domain },
  });
  expect(issues(foreign)).toEqual(['default_from_domain unknown']);
  await verifiedDomain(ctx, account.id, `mail.${domain}`, { status: 'pending' });
  const pending = { external_id: 'a', default_from_domain: `mail.${domain}` };
  expect(issues(await call('POST', '/tenants', { body: pending }))).toEqual(['default_from_domain conflict']);
});

test('a default_from_domain that no longer sends is kept by a PATCH that gives it unchanged, and by no other [A41]', async () => {
  const { call, domain } = await setUp();
  await call('POST', '/tenants', { body: { external_id: 'a', default_from_domain: domain } });
  await call('DELETE', `/domains/${domain}`);
  const kept = await call('PATCH', '/tenants/a', { body: { default_from_domain: domain, daily_limit: 7 } });
  expect(kept.body.tenant).toMatchObject({ default_from_domain: domain, daily_limit: 7 });
  await call('PATCH', '/tenants/a', { body: { default_from_domain: null } });
  const again = await call('PATCH', '/tenants/a', { body: { default_from_domain: domain } });
  expect(issues(again)).toEqual(['default_from_domain unknown']);
});

test('of 20 creates of one external_id one is 201, the others are 409 with the tenant [A44]', async () => {
  const { call, account } = await setUp();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('POST', '/tenants', { body: { external_id: 'acme' } })),
  );
  const [made, ...more] = answers.filter(({ status }) => status === 201);
  expect(more).toEqual([]);
  const { id, external_id } = (made as NonNullable<typeof made>).body.tenant as TenantRecord;
  const refused = answers.filter(({ status }) => status !== 201);
  for (const { status, body } of refused)
    expect([status, body.error?.code, body.error?.details]).toEqual([
      409,
      'conflict',
      { reason: 'external_id_taken', tenant: { id, external_id } },
    ]);
  expect(await ctx.tenants.count(account.id)).toBe(1);
}, 30_000);

test('names are compared byte for byte [A24]', async () => {
  const { call } = await setUp();
  for (const external_id of ['acme', 'Acme', 'ACME'])
    expect((await call('POST', '/tenants', { body: { external_id } })).status).toBe(201);
  expect((await call('GET', '/tenants/aCME')).status).toBe(404);
});

test('on an account without tenants every endpoint is 403 before 404 and any fault [C11]', async () => {
  const { call } = await setUp('pro');
  const answers = await Promise.all([
    call('POST', '/tenants', { body: { external_id: 7 } }),
    call('GET', '/tenants?limit=0'),
    call('GET', '/tenants/acme'),
    call('PATCH', '/tenants/acme', { body: { status: 7 } }),
  ]);
  for (const { status, body } of answers)
    expect([status, body.error?.code]).toEqual([403, 'tenants_not_enabled']);
});

test('the plan limits tenants exactly, and one that it finds too many can be read and changed [A27, A37]', async () => {
  const { account, call } = await setUp('pro');
  const at = new Date().toISOString();
  const create = (external_id: string, limit: number) => {
    const id = ctx.runtime.id('ten');
    const named = { id, account: account.id, external_id, name: external_id, created_at: at, updated_at: at };
    const unpaused = { paused_reason: null, paused_at: null, pause_source: null, resumed_at: null };
    const open = {
      status: 'active',
      stream_policy: 'all',
      default_from_domain: null,
      daily_limit: null,
    } as const;
    return ctx.tenants.create({ ...named, ...unpaused, ...open }, null, limit);
  };
  const made = await Promise.all(Array.from({ length: 10 }, (_, i) => create(`t${i}`, 3)));
  expect(made.filter((one) => one === 'created')).toHaveLength(3);
  expect(made.filter((one) => one !== 'created')).toEqual(Array.from({ length: 7 }, () => ({ used: 3 })));
  const { body } = await call('GET', '/tenants');
  expect(body.tenants).toHaveLength(3);
  const [{ external_id }] = body.tenants as [TenantRecord];
  expect((await call('PATCH', `/tenants/${external_id}`, { body: { name: 'Old' } })).status).toBe(200);
  const refused = await call('POST', '/tenants', { body: { external_id: 'new' } });
  expect([refused.status, refused.body.error?.code, refused.body.error?.details]).toEqual([
    403,
    'plan_limit',
    { limit: 0, used: 3, period: 'total', tenant_limit: 0 },
  ]);
}, 30_000);

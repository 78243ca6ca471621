import { domainRoutes } from '../../functions/domains/routes.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { makeKey } from '../../shared/domain/keys/create-key.ts';
import { freshAccount, inProcess, newTenant, testClock, testContext } from '../support/api.ts';

async function setUp() {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  // The deployed worker would check the domain meanwhile.
  ctx.domain_tasks = { enqueue: async () => undefined };
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, domainRoutes, api_key);
  const name = `${account.id.slice(4)}.example.com`;
  const create = async (body: Record<string, unknown> = {}) => {
    const answer = await call('POST', '/domains', { body: { name, ...body } });
    return { status: answer.status, domain: answer.body.domain as DomainRecord };
  };
  return { ...clock, ctx, account, call, create, name };
}

const recordValue = ({ records }: DomainRecord, purpose: string) =>
  records.find((record) => record.purpose === purpose)?.value ?? '';

test('a new domain is pending and has the five records to publish [H23, A15]', async () => {
  const { create, name, call } = await setUp();
  const { status, domain } = await create({ name: name.toUpperCase() });
  expect(status).toBe(201);
  const selector = domain.dkim_selector as string;
  expect(selector).toMatch(/^svc-[a-z2-7]{6}$/);
  const record = { priority: null, ttl: 3600, status: 'pending', current: null, note: null };
  const txt = { ...record, type: 'TXT', required: true };
  expect(domain).toEqual({
    id: expect.stringMatching(/^dom_/),
    object: 'domain',
    name,
    status: 'pending',
    sending_enabled: true,
    inbound_enabled: false,
    open_tracking: false,
    click_tracking: false,
    tls_mode: 'opportunistic',
    tracking_host: null,
    region: 'us-east-1',
    dkim_selector: selector,
    dkim_rotation: null,
    records: [
      {
        ...txt,
        purpose: 'ownership',
        host: `_service.${name}`,
        value: expect.stringMatching(/^service-verification=[a-z2-7]{32}$/),
      },
      {
        ...txt,
        purpose: 'dkim',
        host: `${selector}._domainkey.${name}`,
        value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{392}$/),
        note: 'preparing',
      },
      { ...txt, purpose: 'return_path', type: 'CNAME', host: `rp.${name}`, value: 'rp.mailwright.test' },
      { ...txt, purpose: 'spf', host: name, value: 'v=spf1 include:spf.mailwright.test ~all' },
      { ...txt, purpose: 'dmarc', host: `_dmarc.${name}`, value: 'v=DMARC1; p=none', required: false },
    ],
    dns_host: { provider: null, apply: false, credentials: 'none' },
    verified_at: null,
    last_checked_at: null,
    created_at: expect.stringMatching(/\.\d{3}Z$/),
    updated_at: domain.created_at,
  });
  for (const ref of [domain.id, name, name.toUpperCase()])
    expect((await call('GET', `/domains/${ref}`)).body).toEqual({ domain });
});

test('the same name again is 200 with the same domain, and changes no setting [A31, C4]', async () => {
  const { create, call, name } = await setUp();
  const first = await create({ tls_mode: 'enforced', open_tracking: true });
  expect(first.domain).toMatchObject({ tls_mode: 'enforced', open_tracking: true, click_tracking: false });
  const again = await create({ tls_mode: 'opportunistic' });
  expect(again).toEqual({ status: 200, domain: first.domain });
  const alias = await call('POST', '/domains', { body: { domain: name } });
  expect([alias.status, alias.body.domain]).toEqual([200, first.domain]);
});

test("a create never moves a domain: a tenant's is domain_owned_by_tenant to all others, an account-wide one 409 with a hint [A31]", async () => {
  const { ctx, create, call, name, account } = await setUp();
  const [acme, other] = [await newTenant(ctx, account.id, 'acme'), await newTenant(ctx, account.id, 'other')];
  const limited = { account: account.id, name: 'x', scopes: ['full' as const] };
  const { secret: key } = await makeKey(ctx, { ...limited, tenant: acme.id });
  const { secret: others } = await makeKey(ctx, { ...limited, tenant: other.id });
  const post = async (body: Record<string, unknown>, headers: { key?: string } = {}) => {
    const answer = await call('POST', '/domains', { body: { name, ...body }, ...headers });
    const { code, details, hint } = (answer.body.error ?? {}) as Record<string, unknown>;
    return [answer.status, code, details, hint];
  };
  await create();
  const wide = { reason: 'account_wide' };
  const hint = 'Give it to the tenant with POST /tenants/{tenant}/domains';
  expect(await post({ tenant: 'acme' })).toEqual([409, 'conflict', wide, hint]);
  expect(await post({}, { key })).toEqual([409, 'conflict', wide, undefined]);
  const own = `own.${name}`;
  expect((await post({ name: own, tenant: 'acme' }))[0]).toBe(201);
  for (const body of [{}, { tenant: 'other' }])
    expect(await post({ name: own, ...body })).toEqual([
      ...[409, 'domain_owned_by_tenant', { tenant: 'acme' }, undefined],
    ]);
  const hidden = await post({ name: own }, { key: others });
  expect(hidden).toEqual([409, 'domain_owned_by_tenant', undefined, undefined]);
  expect((await post({ name: own, tenant: 'acme', tls_mode: 'enforced' }))[0]).toBe(200);
  expect((await post({ name: own }, { key }))[0]).toBe(200);
  const shown = (await call('GET', `/domains/${own}`)).body.domain;
  expect(shown).toMatchObject({ tenant: 'acme', tls_mode: 'opportunistic' });
});

test('the owner is named in the body: a tenant in the query changes nothing [A31, C11]', async () => {
  const { ctx, call, name, account } = await setUp();
  await newTenant(ctx, account.id, 'acme');
  const { status, body } = await call('POST', '/domains?tenant=acme', { body: { name } });
  expect([status, (body.domain as { tenant?: string }).tenant]).toEqual([201, undefined]);
});

test('a domain in letters outside ASCII is stored with A-labels [H24]', async () => {
  const { create, name } = await setUp();
  const { domain } = await create({ name: `grüße.${name}` });
  expect(domain.name).toBe(`xn--gre-6ka8l.${name}`);
});

test('a domain that receives has the ownership record and the MX to publish [H24, A30]', async () => {
  const { create, name } = await setUp();
  const { status, domain } = await create({ name: `in.${name}`, inbound_enabled: true });
  expect(status).toBe(201);
  expect(domain).toMatchObject({ sending_enabled: false, inbound_enabled: true, dkim_selector: null });
  expect(domain.records).toMatchObject([
    { purpose: 'ownership', required: true, note: null },
    {
      purpose: 'inbound_mx',
      type: 'MX',
      host: `in.${name}`,
      value: 'inbound.mailwright.test',
      priority: 10,
      required: false,
    },
  ]);
});

test('a domain that receives is added although the question for its MX is answered too late [A30]', async () => {
  const { ctx, create, name, skipSleeps } = await setUp();
  const late = (answer: string[]) => new Promise<string[]>((done) => setTimeout(done, 500, answer));
  ctx.dns = { ...ctx.dns, ask: () => late(['10 mx.elsewhere.example']) };
  skipSleeps();
  expect((await create({ name: `in.${name}`, inbound_enabled: true })).status).toBe(201);
});

test('a deleted domain is gone; added again it has the same ownership value and another key [H24, A15]', async () => {
  const { call, create } = await setUp();
  const { domain } = await create();
  expect((await call('DELETE', `/domains/${domain.id}`)).body).toEqual({ ok: true });
  for (const method of ['GET', 'DELETE'])
    expect((await call(method, `/domains/${domain.name}`)).status).toBe(404);
  expect((await call('GET', '/domains')).body.domains).toEqual([]);
  const again = await create();
  expect(again.status).toBe(201);
  expect(again.domain.id).not.toBe(domain.id);
  expect(recordValue(again.domain, 'ownership')).toBe(recordValue(domain, 'ownership'));
  expect(recordValue(again.domain, 'dkim')).not.toBe(recordValue(domain, 'dkim'));
  expect(again.domain.dkim_selector).not.toBe(domain.dkim_selector);
});

test('a domain is three items; what is updated is below 1 KB, and the private key is encrypted [A47, A48]', async () => {
  const { ctx, account, create, name } = await setUp();
  const { domain } = await create();
  const whole = await ctx.domains.read(name);
  expect(JSON.stringify(whole?.domain).length).toBeLessThan(800);
  const sealed = await ctx.domains.readKey(name);
  expect(sealed?.sealed_private_key).toMatch(/^kms\.[\w-]+\.[\w-]+$/);
  const context = { account: account.id, domain: name };
  const key = await ctx.sealing.open(context, sealed?.sealed_private_key ?? '');
  expect(Buffer.from(key, 'base64').length).toBeGreaterThan(1_000);
  expect(JSON.stringify([whole, domain])).not.toContain(key.slice(20, 60));
  for (const other of [
    { ...context, account: 'acc_other' as const },
    { ...context, domain: 'other.example' },
  ])
    await expect(ctx.sealing.open(other, sealed?.sealed_private_key ?? '')).rejects.toThrow();
});

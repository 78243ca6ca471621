import type { Context } from '../../shared/domain/context.ts';
import { freshAccount, inProcess, newTenant, testContext, verifiedDomain } from '../support/api.ts';
import { tenantGroups, tenantWorld } from '../support/tenants.ts';

const ctx = testContext();

const recordOf = async (world: Awaited<ReturnType<typeof tenantWorld>>, id: unknown) =>
  (await world.call('GET', `/emails/${id}`)).body.email as Record<string, unknown>;

const refusal = ({ status, body }: { status: number; body: { error?: object } }) => {
  const { code, details } = (body.error ?? {}) as { code?: string; details?: object };
  return [status, code, details];
};

test('an email is sent for a tenant by its external_id or its id, and shows the external_id [rule 12]', async () => {
  const world = await tenantWorld(ctx);
  const tenant = await world.tenant('acme');
  for (const name of ['acme', tenant.id]) {
    const sent = await world.send({ tenant: name });
    expect(sent.status).toBe(200);
    expect(await recordOf(world, sent.body.id)).toMatchObject({ tenant: 'acme' });
  }
  const { body } = await world.send({});
  expect(await recordOf(world, body.id)).not.toHaveProperty('tenant');
});

test('from on a domain that a tenant owns, without naming it, is an email of that tenant [rule 12]', async () => {
  const world = await tenantWorld(ctx);
  const from = `a@${await world.ownDomain(await world.tenant('acme'))}`;
  // Cold the owner is found with the facts, warm it is presumed.
  for (let i = 0; i < 2; i++) {
    const { body } = await world.send({ from });
    expect(await recordOf(world, body.id)).toMatchObject({ tenant: 'acme', from });
  }
});

test('403 domain_not_allowed: the domain of from belongs to a different tenant', async () => {
  const world = await tenantWorld(ctx);
  const domain = await world.ownDomain(await world.tenant('acme'));
  const other = await world.tenant('other');
  const refused = [403, 'domain_not_allowed', { domain }];
  expect(refusal(await world.send({ from: `a@${domain}`, tenant: 'other' }))).toEqual(refused);
  expect(refusal(await world.send({ from: `a@${domain}` }, {}))).toEqual([200, undefined, undefined]);
  const key = await world.keyOf(other);
  const limited = await world.call('POST', '/emails', { key, body: { ...world.email, from: `a@${domain}` } });
  expect(refusal(limited)).toEqual(refused);
});

test('a paused tenant sends nothing, from the answer of the pause on; resumed it sends again [A61]', async () => {
  const world = await tenantWorld(ctx);
  const from = `a@${await world.ownDomain(await world.tenant('acme'))}`;
  await world.tenant('other');
  expect((await world.send({ tenant: 'acme' })).status).toBe(200);
  await world.call('PATCH', '/tenants/acme', { body: { status: 'paused', reason: 'unpaid' } });
  const paused = [403, 'forbidden', { reason: 'tenant_paused' }];
  expect(refusal(await world.send({ tenant: 'acme' }))).toEqual(paused);
  expect(refusal(await world.send({ from }))).toEqual(paused);
  expect((await world.send({ tenant: 'other' })).status).toBe(200);
  await world.call('PATCH', '/tenants/acme', { body: { status: 'active' } });
  expect((await world.send({ tenant: 'acme' })).status).toBe(200);
});

test('transactional_only refuses every other category, after the template has given its own [A42]', async () => {
  const world = await tenantWorld(ctx);
  await world.tenant('acme', { stream_policy: 'transactional_only' });
  const refused = [403, 'forbidden', { reason: 'stream_policy' }];
  for (const category of ['product', 'newsletter'])
    expect(refusal(await world.send({ tenant: 'acme', category }))).toEqual(refused);
  expect((await world.send({ tenant: 'acme', category: 'transactional' })).status).toBe(200);
});

test('a from without a domain gets the default_from_domain of the tenant, also in its object form [H6, A41]', async () => {
  const world = await tenantWorld(ctx);
  const { domain } = world;
  const tenant = await world.tenant('acme', { default_from_domain: domain });
  const forms: [unknown, string][] = [
    ['support', `support@${domain}`],
    ['Support <support>', `Support <support@${domain}>`],
    [{ email: 'support', name: 'The, Support' }, `"The, Support" <support@${domain}>`],
  ];
  for (const [from, shown] of forms) {
    const sent = await world.send({ tenant: 'acme', from });
    expect(await recordOf(world, sent.body.id)).toMatchObject({ from: shown, tenant: 'acme' });
  }
  const limited = await world.call('POST', '/emails', {
    key: await world.keyOf(tenant),
    body: { ...world.email, from: 'support' },
  });
  expect(await recordOf(world, limited.body.id)).toMatchObject({ from: `support@${domain}` });
});

test('without a tenant, or without its default_from_domain, a from without a domain is 400 [H6]', async () => {
  const world = await tenantWorld(ctx);
  await world.tenant('acme');
  for (const fields of [{}, { tenant: 'acme' }]) {
    const { status, body } = await world.send({ from: 'support', ...fields });
    expect([status, body.error?.details]).toEqual([
      400,
      { issues: [expect.objectContaining({ path: 'from', rule: 'format' })] },
    ]);
  }
});

test.each(['support ', ' support', 'Help <support>'])(
  'default_from_domain completes no email of an object from that is not a local part: %j [C8, A41]',
  async (email) => {
    const world = await tenantWorld(ctx);
    await world.tenant('acme', { default_from_domain: world.domain });
    for (const from of [{ email }, { email, name: 'Bar' }]) {
      const { status, body } = await world.send({ tenant: 'acme', from });
      const issues = [{ path: 'from.email', rule: 'format', message: 'from.email: not an email address' }];
      expect([status, body.error?.details]).toEqual([400, { issues }]);
    }
  },
);

test('a from that its domain makes too long is 400, alone and in a batch [C8, A41]', async () => {
  const world = await tenantWorld(ctx);
  const domain = `${'d'.repeat(54)}.${'e'.repeat(54)}.${'f'.repeat(54)}.${world.domain}`;
  await verifiedDomain(ctx, world.account.id, domain);
  await world.tenant('acme', { default_from_domain: domain });
  const issues = [expect.objectContaining({ path: 'from', rule: 'length' })];
  for (const from of ['l'.repeat(64), `N${' '.repeat(1_270)}<support>`]) {
    const alone = await world.send({ tenant: 'acme', from });
    expect(refusal(alone)).toEqual([400, 'validation_error', { issues }]);
    const body = { emails: [{ ...world.email, tenant: 'acme', from }] };
    const { data } = (await world.call('POST', '/emails/batch', { body })).body;
    expect(data).toMatchObject([{ id: null, error: { status: 400, details: { issues } } }]);
  }
});

test('a from without a domain is of the tenant as it is now, also where another process deleted or made it [H6, C12]', async () => {
  const world = await tenantWorld(ctx);
  const { domain } = world;
  const elsewhere = inProcess(testContext(), tenantGroups, world.api_key);
  const send = () => world.send({ tenant: 'acme', from: 'support' });
  await world.tenant('acme', { default_from_domain: domain });
  expect((await send()).status).toBe(200);
  await elsewhere('DELETE', '/tenants/acme');
  expect(refusal(await send())).toEqual([404, 'not_found', undefined]);
  await world.tenant('acme', { default_from_domain: domain });
  expect((await send()).status).toBe(200);
  await elsewhere('DELETE', '/tenants/acme');
  await elsewhere('POST', '/tenants', { body: { external_id: 'acme', default_from_domain: domain } });
  expect(await recordOf(world, (await send()).body.id)).toMatchObject({
    from: `support@${domain}`,
    tenant: 'acme',
  });
});

test('422: a recipient on the list of the tenant or of the account; other lists do not matter', async () => {
  const world = await tenantWorld(ctx);
  const [acme, other] = [await world.tenant('acme'), await world.tenant('other')];
  const suppress = async (email: string, tenant: string | null) => {
    const made = await world.call('POST', '/suppressions', { body: { email, ...(tenant && { tenant }) } });
    expect(made.body.suppression).toMatchObject({ email, tenant });
  };
  await suppress('all@x.example', null);
  await suppress('mine@x.example', acme.external_id);
  await suppress('theirs@x.example', other.id === acme.id ? null : other.external_id);
  await suppress('all@x.example', acme.external_id);
  const to = ['all@x.example', 'mine@x.example', 'theirs@x.example', 'free@x.example'];
  const suppressed = async (tenant: object) =>
    (await world.send({ to, ...tenant })).body.error?.details?.suppressed;
  expect(await suppressed({ tenant: 'acme' })).toEqual(['all@x.example', 'mine@x.example']);
  expect(await suppressed({ tenant: 'other' })).toEqual(['all@x.example', 'theirs@x.example']);
  expect(await suppressed({})).toEqual(['all@x.example']);
});

test('each item of a batch has its own tenant, and one that may not send stops no other [Q25]', async () => {
  const world = await tenantWorld(ctx);
  const own = await world.ownDomain(await world.tenant('acme'));
  await world.tenant('paused');
  await world.call('PATCH', '/tenants/paused', { body: { status: 'paused' } });
  await world.tenant('quiet', { stream_policy: 'transactional_only', default_from_domain: world.domain });
  const items = [
    { tenant: 'acme' },
    { tenant: 'paused' },
    { from: `a@${own}` },
    { tenant: 'quiet', from: 'support' },
    { tenant: 'quiet', category: 'product' },
    { tenant: 'gone', to: 7 },
    { tenant: 'quiet', from: `a@${own}` },
    {},
  ];
  const body = { emails: items.map((item) => ({ ...world.email, ...item })) };
  const answer = await world.call('POST', '/emails/batch', { body });
  const data = answer.body.data as {
    id: string | null;
    status: string;
    error?: { code: string; status: number };
  }[];
  expect(data.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...['sent', 'forbidden', 'sent', 'sent', 'forbidden', 'not_found', 'domain_not_allowed', 'sent'],
  ]);
  const records = await Promise.all(data.map(async ({ id }) => (id === null ? null : recordOf(world, id))));
  expect(records.map((record) => record?.tenant ?? null)).toEqual([
    ...['acme', null, 'acme', 'quiet', null, null, null, null],
  ]);
  expect(records[3]?.from).toBe(`support@${world.domain}`);
});

test('GET /emails?tenant= lists the emails of that tenant alone, page by page (A28)', async () => {
  const world = await tenantWorld(ctx);
  await world.tenant('acme');
  await world.tenant('other');
  const ids: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    ids.unshift((await world.send({ tenant: 'acme' })).body.id);
    await world.send({ tenant: 'other' });
  }
  const page = async (path: string) => (await world.call('GET', path)).body as unknown as Page;
  const first = await page('/emails?tenant=acme&limit=2');
  expect(first.emails.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const rest = await page(`/emails?tenant=acme&limit=2&cursor=${first.next_cursor}`);
  expect(rest.has_more).toBe(false);
  expect(rest.emails.map(({ id }) => id)).toEqual(ids.slice(2));
  expect((await world.call('GET', `/emails?tenant=other&cursor=${first.next_cursor}`)).status).toBe(400);
  expect((await page('/emails')).emails.map(({ tenant }) => tenant).sort()).toEqual([
    ...['acme', 'acme', 'acme', 'other', 'other', 'other'],
  ]);
});

type Page = { emails: { id: string; tenant: string }[]; next_cursor: string; has_more: boolean };

test('a resend is of the tenant of the original [H14]', async () => {
  const world = await tenantWorld(ctx);
  await world.tenant('acme');
  const sent = await world.send({
    tenant: 'acme',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await world.call('PATCH', `/emails/${sent.body.id}`, { body: { cancel: true } });
  const again = await world.call('POST', `/emails/${sent.body.id}/resend`);
  expect(await recordOf(world, again.body.id)).toMatchObject({ tenant: 'acme', resent_from: sent.body.id });
  await world.call('PATCH', '/tenants/acme', { body: { status: 'paused' } });
  expect(refusal(await world.call('POST', `/emails/${sent.body.id}/resend`))).toEqual([
    ...[403, 'forbidden', { reason: 'tenant_paused' }],
  ]);
});

test('a replay returns the first answer, whatever became of the tenant [Q1]', async () => {
  const world = await tenantWorld(ctx);
  await world.tenant('acme');
  const key = { 'idempotency-key': 'once' };
  const first = await world.send({ tenant: 'acme' }, key);
  await world.call('PATCH', '/tenants/acme', { body: { status: 'paused' } });
  const again = await world.send({ tenant: 'acme' }, key);
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.body,
    'true',
  ]);
});

test('a tenant-limited key can send only as its tenant [A9]', async () => {
  const world = await tenantWorld(ctx);
  const a = await world.tenant('a');
  const key = await world.keyOf(a);
  const post = (body: object) => world.call('POST', '/emails', { key, body: { ...world.email, ...body } });
  const own = await Promise.all([post({}), post({ tenant: 'a' }), post({ tenant: a.id })]);
  for (const { body } of own) expect(await recordOf(world, body.id)).toMatchObject({ tenant: 'a' });
});

test("a tenant-limited key sends from its tenant's domains and account-wide ones [A33]", async () => {
  const world = await tenantWorld(ctx);
  const [a, b] = [await world.tenant('a'), await world.tenant('b')];
  const [own, other] = [await world.ownDomain(a), await world.ownDomain(b)];
  await verifiedDomain(ctx, world.account.id, `pending.${world.domain}`, { tenant: b.id, status: 'pending' });
  const key = await world.keyOf(a);
  const from = async (domain: string) =>
    refusal(await world.call('POST', '/emails', { key, body: { ...world.email, from: `x@${domain}` } }));
  expect((await from(own))[0]).toBe(200);
  expect((await from(world.domain))[0]).toBe(200);
  for (const domain of [other, `pending.${world.domain}`])
    expect(await from(domain)).toEqual([403, 'domain_not_allowed', { domain }]);
});

test('a batch asks once for each tenant that its items name, whatever the plan [A27]', async () => {
  const { account, api_key, domain } = await freshAccount(ctx, { plan: 'free' });
  await newTenant(ctx, account.id, 'acme');
  const asked: string[] = [];
  const { tenants } = ctx;
  const counting: Context = {
    ...ctx,
    tenants: {
      ...tenants,
      count: (of) => {
        asked.push('count');
        return tenants.count(of);
      },
      idOf: (of, name) => {
        asked.push(name);
        return tenants.idOf(of, name);
      },
    },
  };
  const email = (tenant: string) => ({
    from: `a@${domain}`,
    to: 'b@x.example',
    subject: 's',
    text: 't',
    tenant,
  });
  const emails = Array.from({ length: 20 }, (_, i) => email(i % 2 ? 'acme' : 'nobody'));
  const answer = await inProcess(counting, tenantGroups, api_key)('POST', '/emails/batch', {
    body: { emails },
  });
  const data = answer.body.data as { error?: { code: string } }[];
  expect(data.map(({ error }) => error?.code ?? null)).toEqual(
    emails.map(({ tenant }) => (tenant === 'acme' ? null : 'not_found')),
  );
  expect(asked.sort()).toEqual(['acme', 'acme', 'count', 'count', 'count', 'nobody']);
});

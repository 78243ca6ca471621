import { domainRoutes } from '../../functions/domains/routes.ts';
import { inProcess, testContext, verifiedDomain } from '../support/api.ts';
import { tenantGroups, tenantWorld } from '../support/tenants.ts';

const ctx = testContext();

/** An account with the tenants acme and other, and a second verified domain `extra`. */
async function setUp() {
  const world = await tenantWorld(ctx);
  const [acme, other] = [await world.tenant('acme'), await world.tenant('other')];
  const extra = `extra.${world.domain}`;
  await verifiedDomain(ctx, world.account.id, extra, { tenant: null });
  const call = inProcess(ctx, [...tenantGroups, ...domainRoutes], world.api_key);
  const give = (tenant: string, domain: string) =>
    call('POST', `/tenants/${tenant}/domains`, { body: { domain } });
  const names = async (path: string, key?: string) => {
    const { body } = await call('GET', path, key === undefined ? {} : { key });
    return (body.domains as { name: string }[]).map(({ name }) => name);
  };
  const sends = async (fields: object) => {
    const { status, body } = await world.send({ from: `a@${extra}`, ...fields });
    return body.error?.code ?? status;
  };
  return { ...world, call, acme, other, extra, give, names, sends };
}

test('only the tenant that a domain is given to sends from it, from the next accept on [A45]', async () => {
  const { give, sends, extra, names, call } = await setUp();
  expect([await sends({}), await sends({ tenant: 'other' })]).toEqual([200, 200]);
  const given = await give('acme', extra);
  expect([given.status, (given.body.domain as { tenant: string }).tenant]).toEqual([200, 'acme']);
  expect(await sends({ tenant: 'acme' })).toBe(200);
  expect(await sends({ tenant: 'other' })).toBe('domain_not_allowed');
  const shown = await call('GET', `/domains/${extra}`);
  expect((shown.body.domain as { tenant: string }).tenant).toBe('acme');
  expect(await names('/tenants/acme/domains')).toEqual([extra]);
  expect(await names('/domains?tenant=acme')).toEqual([extra]);
  expect(await names('/tenants/other/domains')).toEqual([]);
});

test('a domain is given by name or id; again to the same tenant is 200, to another one 409 [H21]', async () => {
  const { give, extra, call } = await setUp();
  const { id } = (await call('GET', `/domains/${extra}`)).body.domain as { id: string };
  const statuses = [];
  for (const ref of [id, extra, extra.toUpperCase()]) statuses.push((await give('acme', ref)).status);
  expect(statuses).toEqual([200, 200, 200]);
  const taken = await give('other', extra);
  expect([taken.status, taken.body.error]).toMatchObject([
    409,
    { code: 'domain_owned_by_tenant', details: { tenant: 'acme' } },
  ]);
});

test('an unknown domain, and one of another account, is 404 [H21]', async () => {
  const { give } = await setUp();
  const foreign = await tenantWorld(ctx);
  for (const name of ['unknown.example.com', foreign.domain, 'dom_x', 'no domain']) {
    const { status, body } = await give('acme', name);
    expect([status, body.error?.code]).toEqual([404, 'not_found']);
  }
  const missing = await give('acme', undefined as unknown as string);
  expect([missing.status, missing.body.error?.code]).toEqual([400, 'validation_error']);
});

test('a domain that is returned is account-wide again and completes no from any more [H21, A41]', async () => {
  const { give, sends, extra, call, names } = await setUp();
  await give('acme', extra);
  await call('PATCH', '/tenants/acme', { body: { default_from_domain: extra } });
  expect((await call('DELETE', `/tenants/acme/domains/${extra}`)).body).toEqual({ ok: true });
  expect((await call('GET', '/tenants/acme')).body.tenant).toMatchObject({ default_from_domain: null });
  expect([await sends({}), await sends({ tenant: 'other' })]).toEqual([200, 200]);
  expect(await names('/tenants/acme/domains')).toEqual([]);
  const again = await call('DELETE', `/tenants/acme/domains/${extra}`);
  expect([again.status, again.body.error?.code]).toEqual([404, 'not_found']);
});

test('the return keeps another default_from_domain; a domain of another tenant is 404 [H21]', async () => {
  const { give, extra, call, domain } = await setUp();
  await call('PATCH', '/tenants/acme', { body: { default_from_domain: domain } });
  await give('acme', extra);
  for (const path of [`/tenants/other/domains/${extra}`, `/tenants/acme/domains/${domain}`])
    expect((await call('DELETE', path)).status).toBe(404);
  expect((await call('DELETE', `/tenants/acme/domains/${extra}`)).status).toBe(200);
  expect((await call('GET', '/tenants/acme')).body.tenant).toMatchObject({ default_from_domain: domain });
});

test('a domain that is deleted completes no from of its tenant any more [A41]', async () => {
  const { give, extra, call } = await setUp();
  await give('acme', extra);
  await call('PATCH', '/tenants/acme', { body: { default_from_domain: extra } });
  expect((await call('DELETE', `/domains/${extra}`)).body).toEqual({ ok: true });
  expect((await call('GET', '/tenants/acme')).body.tenant).toMatchObject({ default_from_domain: null });
});

test("the deletion of a domain and of its tenant's default are one write, also where the tenant changes meanwhile [A41]", async () => {
  const { give, extra, call } = await setUp();
  await give('acme', extra);
  await call('PATCH', '/tenants/acme', { body: { default_from_domain: extra } });
  const { get, update } = ctx.tenants;
  ctx.tenants.get = async (...key) => {
    ctx.tenants.get = get;
    const seen = await get(...key);
    await call('PATCH', '/tenants/acme', { body: { name: 'Acme 2' } });
    ctx.tenants.update = () => Promise.reject(new Error('the table is throttled'));
    return seen;
  };
  const { status } = await call('DELETE', `/domains/${extra}`);
  ctx.tenants.update = update;
  expect(status).toBe(200);
  expect((await call('GET', '/tenants/acme')).body.tenant).toMatchObject({
    name: 'Acme 2',
    default_from_domain: null,
  });
  expect((await call('DELETE', `/domains/${extra}`)).status).toBe(404);
});

test('of ten gives at once to two tenants one tenant is the owner', async () => {
  const { give, extra, names } = await setUp();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => give(i % 2 === 0 ? 'acme' : 'other', extra)),
  );
  const given = [200, 409];
  const [even, odd] = [0, 1].map((rest) =>
    answers.filter((_, i) => i % 2 === rest).map(({ status }) => status),
  );
  expect([new Set(even), new Set(odd)].map((statuses) => [...statuses]).sort()).toEqual(
    given.map((status) => [status]),
  );
  expect([...(await names('/tenants/acme/domains')), ...(await names('/tenants/other/domains'))]).toEqual([
    extra,
  ]);
});

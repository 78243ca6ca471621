import { domainRoutes } from '../../functions/domains/routes.ts';
import { inboundRoutes } from '../../functions/inbound/inbound-routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { RouteRecord } from '../../shared/domain/inbound-rules/rule-records.ts';
import {
  type Client,
  freshAccount,
  inProcess,
  keyWith,
  newTenant,
  testClock,
  testContext,
} from '../support/api.ts';
import { inboundDomain } from '../support/inbound.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });
const routes = [...inboundRoutes.routes, ...webhookRoutes, ...domainRoutes];

type World = { call: Client; account: Id<'acc'>; domain: string };

async function world(): Promise<World> {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const domain = await inboundDomain(ctx, account.id);
  return { call: inProcess(ctx, routes, api_key), account: account.id, domain };
}

const endpoint = async (call: Client, body: object = {}): Promise<string> => {
  const made = await call('POST', '/webhooks', { body: { url: 'https://hooks.example.com/x', ...body } });
  return (made.body.webhook as { id: string }).id;
};

const create = async (call: Client, body: object): Promise<RouteRecord> => {
  const made = await call('POST', '/inbound-routes', { body });
  expect(made.status).toBe(201);
  return made.body.inbound_route as RouteRecord;
};

const listed = async (call: Client, query = ''): Promise<RouteRecord[]> =>
  (await call('GET', `/inbound-routes${query}`)).body.inbound_routes as RouteRecord[];

const tenantKey = async (account: Id<'acc'>, tenant: Id<'ten'>): Promise<Client> =>
  inProcess(ctx, routes, await keyWith(ctx, account, ['inbound:write'], { tenant }));

test('a route is made, listed newest first, read, changed and deleted [N42]', async () => {
  const { call, domain } = await world();
  const webhook_id = await endpoint(call);
  const first = await create(call, { match: `Support@${domain.toUpperCase()}`, webhook_id });
  expect(first).toMatchObject({ domain, match: `support@${domain}`, action: 'deliver', webhook_id });
  const second = await create(call, { match: `*@${domain}`, action: 'refuse' });
  expect(await listed(call)).toEqual([second, first]);
  const changed = await call('PATCH', `/inbound-routes/${first.id}`, { body: { action: 'refuse' } });
  expect(changed.body.inbound_route).toMatchObject({ id: first.id, action: 'refuse', webhook_id: null });
  const back = { action: 'deliver', webhook_id };
  const again = await call('PATCH', `/inbound-routes/${first.id}`, { body: back });
  expect(again.body.inbound_route).toMatchObject(back);
  const cleared = await call('PATCH', `/inbound-routes/${first.id}`, { body: { webhook_id: null } });
  expect(cleared.body.inbound_route).toMatchObject({ action: 'deliver', webhook_id: null });
  expect((await call('GET', `/inbound-routes/${first.id}`)).body).toEqual(cleared.body);
  expect((await call('DELETE', `/inbound-routes/${first.id}`)).body).toEqual({ ok: true });
  expect((await call('GET', `/inbound-routes/${first.id}`)).status).toBe(404);
  expect((await call('DELETE', `/inbound-routes/${first.id}`)).status).toBe(404);
  expect(await listed(call)).toEqual([second]);
});

test('the same route again is the first one, another of its match is 409 [N44]', async () => {
  const { call, domain } = await world();
  const body = { match: `a+b@${domain}`, action: 'refuse' };
  const first = await create(call, body);
  const again = await call('POST', '/inbound-routes', { body });
  expect([again.status, again.body.inbound_route]).toEqual([200, first]);
  const other = await call('POST', '/inbound-routes', { body: { ...body, action: 'deliver' } });
  expect([other.status, other.body.error?.details]).toEqual([409, { reason: 'exists', id: first.id }]);
});

test('a domain has 200 routes at most, also of concurrent requests [N44]', async () => {
  const { call, domain } = await world();
  const ask = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        call('POST', '/inbound-routes', { body: { match: `a${from + i}@${domain}` } }),
      ),
    );
  for (let made = 0; made < 190; made += 10) await ask(made, 10);
  const answers = await ask(190, 15);
  const refused = answers.filter(({ status }) => status === 403);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(refused).toHaveLength(5);
  const details = { limit: 200, used: 200, period: 'total' };
  expect(refused[0]?.body.error).toMatchObject({ code: 'plan_limit', details });
  const [one] = await listed(call, '?limit=1');
  await call('DELETE', `/inbound-routes/${one?.id}`);
  await create(call, { match: `last@${domain}` });
});

test.each([
  '',
  'a',
  '@DOMAIN',
  'a*@DOMAIN',
  '*a@DOMAIN',
  '**@DOMAIN',
  '*+*@DOMAIN',
  'a+b+*@DOMAIN',
  'a+b+**@DOMAIN',
  '+*@DOMAIN',
  'a b@DOMAIN',
  'a@b@DOMAIN',
  'a@localhost',
  'Ada <a@DOMAIN>',
])('%j is no match [N42]', async (form) => {
  const { call, domain } = await world();
  const body = { match: form.replace('DOMAIN', domain) };
  const { status, body: answer } = await call('POST', '/inbound-routes', { body });
  expect([status, answer.error?.details]).toMatchObject([400, { issues: [{ path: 'match' }] }]);
});

test('the endpoint of a route takes email.received; what is refused has none [N43]', async () => {
  const { call, account, domain } = await world();
  const tenant = await newTenant(ctx, account);
  const deaf = await endpoint(call, { events: ['email.sent'] });
  const filtered = await endpoint(call, { tenants: [tenant.external_id] });
  const good = await endpoint(call, { events: ['email.received'] });
  const faults = [
    { webhook_id: deaf },
    { webhook_id: filtered },
    { webhook_id: good, action: 'refuse' },
    { action: 'forward' },
  ];
  for (const fault of faults) {
    const { status, body } = await call('POST', '/inbound-routes', {
      body: { match: `a@${domain}`, ...fault },
    });
    expect([status, body.error?.code]).toEqual([400, 'validation_error']);
  }
  const { id } = await create(call, { match: `a@${domain}`, webhook_id: good });
  for (const body of [{ webhook_id: deaf }, { webhook_id: good, action: 'refuse' }])
    expect((await call('PATCH', `/inbound-routes/${id}`, { body })).status).toBe(400);
});

test('another account’s domain or endpoint is 404, and a domain that only sends is 400 [C13]', async () => {
  const [mine, theirs] = [await world(), await world()];
  const webhook_id = await endpoint(theirs.call);
  const post = (body: object) => mine.call('POST', '/inbound-routes', { body });
  expect((await post({ match: `a@${theirs.domain}` })).status).toBe(404);
  expect((await post({ match: `a@${mine.domain}`, webhook_id })).status).toBe(404);
  expect((await mine.call('GET', `/inbound-routes?domain=${theirs.domain}`)).status).toBe(404);
  const sends = await inboundDomain(ctx, mine.account, { inbound_enabled: false });
  expect((await post({ match: `a@${sends}` })).status).toBe(400);
});

test("a key of a tenant sees the routes of the tenant's domains, and no endpoint [A9]", async () => {
  const { call, account, domain } = await world();
  const acme = await newTenant(ctx, account);
  const own = await inboundDomain(ctx, account, { tenant: acme.id });
  const webhook_id = await endpoint(call);
  const foreign = await create(call, { match: `a@${domain}` });
  const limited = await tenantKey(account, acme.id);
  const made = await create(limited, { match: `a@${own}`, action: 'refuse' });
  expect(await listed(limited)).toEqual([made]);
  expect(await listed(call)).toEqual([made, foreign]);
  const post = (body: object) => limited('POST', '/inbound-routes', { body });
  expect((await post({ match: `b@${domain}` })).status).toBe(404);
  expect((await post({ match: `b@${own}`, webhook_id })).status).toBe(404);
});

test('a domain with routes shows what its record says, and no count of them [N44]', async () => {
  const { call, domain } = await world();
  await create(call, { match: `a@${domain}` });
  for (const path of ['/domains', `/domains/${domain}`]) {
    const { status, text } = await call('GET', path);
    expect({ status, named: text.includes('inbound_routes') }).toEqual({ status: 200, named: false });
  }
});

test('routes end with their domain [N45]', async () => {
  const { call, domain } = await world();
  const { id } = await create(call, { match: `a@${domain}`, action: 'refuse' });
  expect((await call('DELETE', `/domains/${domain}`)).status).toBe(200);
  expect((await call('GET', `/inbound-routes/${id}`)).status).toBe(404);
  expect(await listed(call)).toEqual([]);
  expect(await ctx.inbound_routes.of(domain)).toEqual([]);
});

test('a route that a deleted domain left behind is nowhere, and its place is free [N45]', async () => {
  const { call, domain } = await world();
  const left = await create(call, { match: `a@${domain}`, action: 'refuse' });
  const whole = await ctx.domains.read(domain);
  if (whole === null) throw new Error('no domain');
  // As when the process dies before the routes are removed.
  await ctx.domains.remove(
    { ...whole.domain, inbound_routes: 0 },
    { identity_until: clock.runtime.now(), cancelled_at: null },
    null,
  );
  const { result } = await ctx.domains.create(
    { domain: { ...whole.domain, id: ctx.runtime.id('dom') }, dns: null, key: null },
    100,
  );
  expect(result).toBe('created');
  expect((await call('GET', `/inbound-routes/${left.id}`)).status).toBe(404);
  expect(await listed(call)).toEqual([]);
  const made = await create(call, { match: `a@${domain}` });
  expect(made.id).not.toBe(left.id);
  expect(await listed(call)).toEqual([made]);
});

test('two changes at the same time are applied one after the other [N42]', async () => {
  const { call, domain } = await world();
  const webhook_id = await endpoint(call);
  const { id } = await create(call, { match: `a@${domain}`, webhook_id });
  const answers = await Promise.all([
    call('PATCH', `/inbound-routes/${id}`, { body: { action: 'refuse' } }),
    call('PATCH', `/inbound-routes/${id}`, { body: { action: 'deliver' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { action, webhook_id: left } = (await listed(call))[0] as RouteRecord;
  expect(action === 'refuse' ? left : null).toBeNull();
});

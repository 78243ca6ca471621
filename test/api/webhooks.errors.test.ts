import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { freshAccount, inProcess, issuesOf, newTenant, testContext } from '../support/api.ts';

const ctx = testContext();
const url = 'https://receiver.invalid/hook';

async function setUp(options: { plan?: 'free' | 'scale' | 'dedicated'; ctx?: Context } = {}) {
  const { account, api_key } = await freshAccount(ctx, { domain: false, plan: options.plan ?? 'dedicated' });
  return { account, call: inProcess(options.ctx ?? ctx, webhookRoutes, api_key) };
}

const strict = (addresses: string[]): Context => ({
  ...ctx,
  settings: { ...ctx.settings, webhook_targets: 'public' },
  resolver: { resolve: async () => addresses.map((address) => ({ address, family: 4 as const })) },
});

test.each([
  [{}, 'url', 'required'],
  [{ url: 7 }, 'url', 'type'],
  [{ url: '' }, 'url', 'format'],
  [{ url: 'https://user:pass@example.com/' }, 'url', 'format'],
  [{ url: 'https://example.com/#a' }, 'url', 'format'],
  [{ url: 'https://example.com/\n' }, 'url', 'format'],
  [{ url: `https://example.com/${'a'.repeat(2_048)}` }, 'url', 'length'],
  [{ url, events: [] }, 'events', 'length'],
  [{ url, events: 'email.sent' }, 'events', 'type'],
  [{ url, events: ['email.sent', 'email.sentt'] }, 'events[1]', 'enum'],
  [{ url, description: 'd'.repeat(201) }, 'description', 'length'],
  [{ url: 'http://169.254.169.254/latest/' }, 'url', 'blocked'],
  [{ url: 'http://[fd00:ec2::254]/' }, 'url', 'blocked'],
  [{ url: 'http://127.0.0.1:9001/' }, 'url', 'blocked'],
])('POST /webhooks %j: 400 %s %s', async (body, path, rule) => {
  const { call } = await setUp();
  const answer = await call('POST', '/webhooks', { body });
  expect(answer.status).toBe(400);
  expect(answer.body.error?.code).toBe('validation_error');
  expect(answer.body.error?.details?.issues).toEqual([expect.objectContaining({ path, rule })]);
});

test.each([
  [{ url: '' }, 'url', 'format'],
  [{ url: 'http://169.254.169.254/' }, 'url', 'blocked'],
  [{ events: ['nothing'] }, 'events[0]', 'enum'],
  [{ enabled: 'yes' }, 'enabled', 'type'],
])('PATCH /webhooks/{id} %j: 400 %s %s, nothing changed', async (body, path, rule) => {
  const { call } = await setUp();
  const made = (await call('POST', '/webhooks', { body: { url } })).body.webhook as { id: string };
  const answer = await call('PATCH', `/webhooks/${made.id}`, { body: { description: 'new', ...body } });
  expect(answer.status).toBe(400);
  expect(answer.body.error?.details?.issues).toEqual([expect.objectContaining({ path, rule })]);
  expect((await call('GET', `/webhooks/${made.id}`)).body.webhook).toEqual(made);
});

test('a strict deployment takes https to public addresses only, by literal and by name (E48) [H18]', async () => {
  const isPublic = await setUp({ ctx: strict(['8.8.8.8']) });
  expect((await isPublic.call('POST', '/webhooks', { body: { url } })).status).toBe(200);
  const rules = async (call: typeof isPublic.call, target: string) => {
    const answer = await call('POST', '/webhooks', { body: { url: target } });
    return issuesOf(answer)?.map(([, rule]) => rule);
  };
  expect(await rules(isPublic.call, 'http://example.com/')).toEqual(['format']);
  expect(await rules(isPublic.call, 'https://example.com:80/')).toEqual(['format']);
  expect(await rules(isPublic.call, 'https://127.0.0.1/')).toEqual(['blocked']);
  expect(await rules(isPublic.call, 'https://0x7f.1/')).toEqual(['blocked']);
  expect(await rules(isPublic.call, 'https://[::ffff:10.0.0.1]/')).toEqual(['blocked']);
  const mixed = await setUp({ ctx: strict(['8.8.8.8', '10.0.0.1']) });
  expect(await rules(mixed.call, url)).toEqual(['blocked']);
});

test('a name that does not answer yet is taken [E48]', async () => {
  const silent = { ...strict([]), resolver: { resolve: () => Promise.reject(new Error('SERVFAIL')) } };
  for (const context of [strict([]), silent]) {
    const { call } = await setUp({ ctx: context });
    expect((await call('POST', '/webhooks', { body: { url } })).status).toBe(200);
  }
});

test('a tenant that is deleted while the name of a new url is looked up is 404, and the filter stays as it was [A8]', async () => {
  const looked = strict([]);
  const { account, call } = await setUp({ ctx: looked });
  const tenant = await newTenant(ctx, account.id);
  const { id } = (await call('POST', '/webhooks', { body: { url } })).body.webhook as { id: string };
  looked.resolver.resolve = async () => {
    await ctx.tenants.remove(tenant, 0);
    return [];
  };
  const body = { url: 'https://other.invalid/hook', tenants: [tenant.external_id] };
  const answer = await call('PATCH', `/webhooks/${id}`, { body });
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
  expect(await ctx.webhooks.get(account.id, id as Id<'wh'>)).toMatchObject({ url, tenants: null });
});

test('the 404 of a tenant that is deleted while its endpoint is made keeps no Idempotency-Key [H10]', async () => {
  const late = { ...ctx, webhooks: { ...ctx.webhooks } };
  const { account, call } = await setUp({ ctx: late });
  const tenant = await newTenant(ctx, account.id);
  late.webhooks.create = async (...input) => {
    await ctx.tenants.remove(tenant, 0);
    return ctx.webhooks.create(...input);
  };
  const body = { url, tenants: [tenant.external_id] };
  const post = () => call('POST', '/webhooks', { body, headers: { 'idempotency-key': 'once' } });
  expect((await post()).status).toBe(404);
  expect((await call('GET', '/webhooks')).body.webhooks).toEqual([]);
  await newTenant(ctx, account.id, tenant.external_id);
  expect((await post()).status).toBe(200);
});

test('over the plan is 403 plan_limit with details, exact under concurrency (A37) [H4]', async () => {
  const { call } = await setUp({ plan: 'free' });
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => call('POST', '/webhooks', { body: { url } })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused).toHaveLength(12);
  for (const { status, body } of refused) {
    expect(status).toBe(403);
    expect(body.error).toMatchObject({
      code: 'plan_limit',
      details: { limit: 3, used: 3, period: 'total' },
      upgrade_url: expect.any(String),
    });
  }
  expect(((await call('GET', '/webhooks')).body.webhooks as unknown[]).length).toBe(3);
});

test('a request refused by a full plan doesn’t keep its Idempotency-Key [A68]', async () => {
  const { call } = await setUp({ plan: 'free' });
  const headers = { 'idempotency-key': 'again' };
  let made = await call('POST', '/webhooks', { body: { url } });
  while (made.status === 200) made = await call('POST', '/webhooks', { body: { url } });
  const full = await call('POST', '/webhooks', { body: { url }, headers });
  expect([full.status, full.body.error?.code]).toEqual([403, 'plan_limit']);
  const [{ id = '' } = {}] = (await call('GET', '/webhooks')).body.webhooks as { id: string }[];
  await call('DELETE', `/webhooks/${id}`);
  expect((await call('POST', '/webhooks', { body: { url }, headers })).status).toBe(200);
});

import { emailRoutes } from '../../functions/emails/routes.ts';
import { keyRoutes } from '../../functions/keys/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { freshAccount, inProcess, keyWith, newTenant, testClock, testContext } from '../support/api.ts';

const codesOf = (answers: { body: { error?: { code?: string } } }[]) =>
  answers.map(({ body }) => body.error?.code);

test('the sandbox domain is outside allowed_domains unless it is listed [A33]', async () => {
  const ctx = testContext();
  const { account, api_key, domain } = await freshAccount(ctx, { plan: 'scale' });
  const tenant = await newTenant(ctx, account.id, 'acme');
  const sandbox = ctx.settings.sandbox_domain ?? '';
  const message = { from: `a@${sandbox}`, to: account.email, subject: 's', text: 't' };
  const sent = async (limits: Record<string, unknown>) => {
    const body = { name: 'ci', scopes: ['emails:send'], ...limits };
    const made = await inProcess(ctx, keyRoutes, api_key)('POST', '/api-keys', { body });
    expect(made.status).toBe(201);
    const { status, body: answer } = await inProcess(ctx, emailRoutes, String(made.body.secret))(
      'POST',
      '/emails',
      { body: message },
    );
    return answer.error?.code ?? status;
  };
  expect(await sent({ allowed_domains: [sandbox] })).toBe(200);
  expect(await sent({ allowed_domains: [sandbox.toUpperCase()], tenant: tenant.id })).toBe(200);
  expect(await sent({ allowed_domains: [domain] })).toBe('domain_not_allowed');
});

test('the keys of an account share its bucket, and another account has its own [A54]', async () => {
  const clock = testClock();
  clock.hold();
  const ctx = testContext({ runtime: clock.runtime });
  const { account, api_key } = await freshAccount(ctx, { plan: 'free', domain: false });
  const second = inProcess(ctx, webhookRoutes, await keyWith(ctx, account.id, ['webhooks:read']));
  const other = await freshAccount(ctx, { plan: 'free', domain: false });
  const first = inProcess(ctx, webhookRoutes, api_key);
  for (let i = 0; i < 20; i++) expect((await first('GET', '/webhooks')).status).toBe(200);
  expect(codesOf([await second('GET', '/webhooks')])).toEqual(['rate_limited']);
  expect((await inProcess(ctx, webhookRoutes, other.api_key)('GET', '/webhooks')).status).toBe(200);
});

test('a refused request takes no token [A54]', async () => {
  const clock = testClock();
  clock.hold();
  const ctx = testContext({ runtime: clock.runtime });
  const { api_key } = await freshAccount(ctx, { plan: 'free', domain: false });
  const call = inProcess(ctx, webhookRoutes, api_key);
  const statuses = async (n: number) => {
    const found = [];
    for (let i = 0; i < n; i++) found.push((await call('GET', '/webhooks')).status);
    return found;
  };
  expect(await statuses(20)).toEqual(Array(20).fill(200));
  expect(await statuses(30)).toEqual(Array(30).fill(429));
  // Ten tokens come back in a second, whatever was refused before.
  clock.advance(1_000);
  expect(await statuses(11)).toEqual([...Array(10).fill(200), 429]);
});

test('required lists the alternatives in the order of H2, without full; granted is what the key was made with [A56]', async () => {
  const ctx = testContext();
  const { account } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, emailRoutes, await keyWith(ctx, account.id, ['webhooks:read', 'account:read']));
  const { status, body } = await call('GET', `/emails/${ctx.runtime.id('msg')}`);
  expect([status, body.error?.code]).toEqual([403, 'insufficient_scope']);
  expect(body.error?.details).toEqual({
    required: ['emails:send', 'emails:read'],
    granted: ['webhooks:read', 'account:read'],
  });
});

test('tenants of a filter are shown as external_ids in the order of their creation, at most 100 [A60]', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx, { plan: 'scale', domain: false });
  const [b, a] = [await newTenant(ctx, account.id, 'b'), await newTenant(ctx, account.id, 'a')];
  const call = inProcess(ctx, webhookRoutes, api_key);
  const create = (tenants: unknown) =>
    call('POST', '/webhooks', { body: { url: 'https://hooks.example.com/', tenants } });
  const made = await create([a.id, 'b', b.id]);
  expect((made.body.webhook as { tenants: string[] }).tenants).toEqual(['b', 'a']);
  const many = await create(Array.from({ length: 101 }, () => 'a'));
  expect([many.status, many.body.error?.code]).toEqual([400, 'validation_error']);
  expect((await create(['b', 'unknown'])).status).toBe(404);
});

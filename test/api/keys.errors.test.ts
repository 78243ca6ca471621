import { keyRoutes } from '../../functions/keys/routes.ts';
import { makeKey } from '../../shared/domain/keys/create-key.ts';
import { buildApp } from '../../shared/http/app.ts';
import { freshAccount, inProcess, keyWith, testClock, testContext } from '../support/api.ts';

const ctx = testContext();
const body = { name: 'ci', scopes: ['emails:send'] };
const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function setUp(limits: Partial<Parameters<typeof makeKey>[1]> = {}) {
  const { account, api_key, domain } = await freshAccount(ctx);
  const limited = await makeKey(ctx, {
    account: account.id,
    name: 'limited',
    scopes: ['full'],
    tenant: null,
    ...limits,
  });
  const call = inProcess(ctx, keyRoutes, api_key);
  return { account, domain, call, limited, asLimited: inProcess(ctx, keyRoutes, limited.secret) };
}

test('a key expires at the same moment in five years at the latest [A35]', async () => {
  const clock = testClock();
  clock.hold();
  const held = testContext({ runtime: clock.runtime });
  const { api_key } = await freshAccount(held);
  const call = inProcess(held, keyRoutes, api_key);
  const moment = new Date(clock.runtime.now());
  const years = new Date(moment).setUTCFullYear(moment.getUTCFullYear() + 5);
  const make = (ms: number) =>
    call('POST', '/api-keys', { body: { ...body, expires_at: new Date(years + ms).toISOString() } });
  expect([(await make(0)).status, (await make(1)).status]).toEqual([201, 400]);
});

test.each([
  ['no name', { scopes: ['full'] }, 'name', 'required'],
  ['a blank name', { ...body, name: '   ' }, 'name', 'length'],
  ['a long name', { ...body, name: 'n'.repeat(101) }, 'name', 'length'],
  ['no scopes', { name: 'x' }, 'scopes', 'required'],
  ['empty scopes', { ...body, scopes: [] }, 'scopes', 'length'],
  ['an unknown scope', { ...body, scopes: ['full', 'test'] }, 'scopes[1]', 'enum'],
  ['no domain in the list', { ...body, allowed_domains: [] }, 'allowed_domains', 'length'],
  ['a name that is no domain', { ...body, allowed_domains: ['a b'] }, 'allowed_domains[0]', 'format'],
  ['an unknown domain', { ...body, allowed_domains: ['other.example'] }, 'allowed_domains[0]', 'unknown'],
  ['no range in the list', { ...body, allowed_ips: [] }, 'allowed_ips', 'length'],
  ['a bad range', { ...body, allowed_ips: ['10.0.0.0/33'] }, 'allowed_ips[0]', 'format'],
  ['an octal address', { ...body, allowed_ips: ['010.1.1.1'] }, 'allowed_ips[0]', 'format'],
  ['51 ranges', { ...body, allowed_ips: Array(51).fill('10.0.0.1') }, 'allowed_ips', 'length'],
  ['an expiry in the past', { ...body, expires_at: ahead(-1) }, 'expires_at', 'range'],
  ['an expiry over 5 years ahead', { ...body, expires_at: ahead(2_000) }, 'expires_at', 'range'],
  ['an expiry that is not a time', { ...body, expires_at: 'tomorrow' }, 'expires_at', 'format'],
])('%s is 400, also for SMTP credentials [H29, A35, A55, N20]', async (_name, request, path, rule) => {
  const { call } = await setUp();
  const answer = await call('POST', '/api-keys', { body: request });
  const refusal = [400, { issues: [{ path, rule }] }];
  expect([answer.status, answer.body.error?.details]).toMatchObject(refusal);
  if (!['allowed_ips', 'allowed_ips[0]', 'expires_at'].includes(path)) return;
  const { scopes: _, ...credential } = { scopes: null, ...request };
  const smtp = await call('POST', '/smtp-credentials', { body: credential });
  expect([smtp.status, smtp.body.error?.details]).toMatchObject(refusal);
});

test('a key’s tenant cannot be changed [A57]', async () => {
  const { call, limited } = await setUp();
  const path = `/api-keys/${limited.api_key.id}`;
  const patched = await call('PATCH', path, { body: { tenant: 'acme' } });
  expect([patched.status, patched.body.error?.details]).toEqual([
    400,
    { issues: [expect.objectContaining({ path: 'tenant' })] },
  ]);
});

test('a key makes and changes no key with more reach than its own [A10]', async () => {
  const own = { allowed_ips: null as string[] | null, expires_at: ahead(10) };
  const { asLimited, limited, domain, account, call } = await setUp(own);
  const later = await asLimited('POST', '/api-keys', { body: { ...body, expires_at: ahead(20) } });
  expect([later.status, later.body.error?.details]).toEqual([403, { field: 'expires_at' }]);
  const inherited = await asLimited('POST', '/api-keys', { body });
  expect(inherited.body.api_key).toMatchObject({ expires_at: own.expires_at });
  const self = await asLimited('PATCH', `/api-keys/${limited.api_key.id}`, { body: { expires_at: null } });
  expect(self.status).toBe(403);
  const narrow = await keyWith(ctx, account.id, ['full'], { allowed_domains: [domain] });
  const asNarrow = inProcess(ctx, keyRoutes, narrow);
  const made = await call('POST', '/api-keys', { body });
  const path = `/api-keys/${(made.body.api_key as { id: string }).id}`;
  const widened = await asNarrow('PATCH', path, { body: { name: 'mine' } });
  expect([widened.status, widened.body.error?.details]).toEqual([403, { field: 'allowed_domains' }]);
});

test('a key makes no SMTP credential with more reach than its own [A10, N20]', async () => {
  const own = { allowed_ips: ['192.0.2.0/24'], expires_at: ahead(10) };
  const { account, api_key } = await freshAccount(ctx);
  const secret = await keyWith(ctx, account.id, ['full'], own);
  const app = buildApp(ctx, keyRoutes);
  const make = async (limits: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ name: 'x', ...limits }) };
    const answer = await app.request('http://x/api/smtp-credentials', request, { address: '192.0.2.9' });
    return [answer.status, await answer.json()];
  };
  expect(await make({})).toMatchObject([201, { smtp_credential: own }]);
  const narrower = { allowed_ips: ['192.0.2.7'], expires_at: ahead(5) };
  expect(await make(narrower)).toMatchObject([201, { smtp_credential: narrower }]);
  for (const [field, wider] of [
    ['allowed_ips', ['192.0.2.7', '192.0.3.7']],
    ['expires_at', ahead(20)],
  ] as const) {
    const refused = { error: { code: 'forbidden', details: { field } } };
    expect(await make({ [field]: wider })).toMatchObject([403, refused]);
  }
  const listed = await inProcess(ctx, keyRoutes, api_key)('GET', '/smtp-credentials');
  expect(listed.body.smtp_credentials).toHaveLength(2);
});

test('a key with allowed_ips is 403 from every other address [A35]', async () => {
  const { limited } = await setUp({ allowed_ips: ['192.0.2.0/24', '2001:db8::7'] });
  const app = buildApp(ctx, keyRoutes);
  const from = async (address?: string) => {
    const headers = { authorization: `Bearer ${limited.secret}`, 'x-forwarded-for': '192.0.2.1' };
    return (await app.request('http://x/api/api-keys', { headers }, { ...(address && { address }) })).status;
  };
  const inside = ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::7'];
  for (const address of inside) expect([address, await from(address)]).toEqual([address, 200]);
  const outside = ['192.0.3.1', '2001:db8::8', '::ffff:192.0.3.1', undefined];
  for (const address of outside) expect([address, await from(address)]).toEqual([address, 403]);
});

test('last_used_at stays where a key is refused for its address [A36]', async () => {
  const { call, limited, asLimited } = await setUp({ allowed_ips: ['192.0.2.0/24'] });
  expect((await asLimited('GET', '/api-keys')).status).toBe(403);
  const shown = await call('GET', `/api-keys/${limited.api_key.id}`);
  expect(shown.body.api_key).toMatchObject({ last_used_at: null });
});

test('where the deployment has no relay no SMTP credential is made; existing ones stay listed [R59]', async () => {
  const { api_key } = await freshAccount(ctx);
  expect(
    (await inProcess(ctx, keyRoutes, api_key)('POST', '/smtp-credentials', { body: { name: 'a' } })).status,
  ).toBe(201);
  const without = { ...ctx, settings: { ...ctx.settings, smtp_relay: false } };
  const call = inProcess(without, keyRoutes, api_key);
  const refused = await call('POST', '/smtp-credentials', { body: { name: 'b' } });
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'not_configured']);
  const listed = await call('GET', '/smtp-credentials');
  expect(listed.body.smtp_credentials).toMatchObject([{ name: 'a' }]);
});

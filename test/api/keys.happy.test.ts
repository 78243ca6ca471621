import { emailRoutes } from '../../functions/emails/routes.ts';
import { keyRoutes } from '../../functions/keys/routes.ts';
import { sha256Hex } from '../../shared/core/seal.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';

type Key = { id: string; name: string; prefix: string; last_used_at: string | null };

async function setUp() {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account, api_key, domain } = await freshAccount(ctx);
  return { ...clock, ctx, account, domain, call: inProcess(ctx, [...keyRoutes, ...emailRoutes], api_key) };
}

test('a key is created, its secret shown once, and it works [H29]', async () => {
  const { call, domain } = await setUp();
  const body = {
    name: '  deploy ',
    scopes: ['emails:read', 'full', 'emails:read'],
    allowed_domains: [domain],
  };
  const made = await call('POST', '/api-keys', { body });
  expect(made.status).toBe(201);
  const { api_key, secret } = made.body as unknown as { api_key: Key; secret: string };
  expect(secret).toMatch(/^svc_[0-9A-Za-z]{43}$/);
  expect(api_key).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'deploy',
    prefix: secret.slice(0, 12),
    scopes: ['emails:read', 'full'],
    tenant: null,
    allowed_domains: [domain],
    allowed_ips: null,
    expires_at: null,
    last_used_at: null,
    created_at: expect.any(String),
  });
  expect((await call('GET', '/emails', { key: secret })).status).toBe(200);
  const shown = await call('GET', `/api-keys/${api_key.id}`);
  expect(shown.body.api_key).toEqual({ ...api_key, last_used_at: expect.any(String) });
  expect(shown.text).not.toContain(secret);
});

test('a deleted key is refused within 60 s, a changed one changes within 60 s [H29]', async () => {
  const { call, advance } = await setUp();
  const body = { name: 'ci', scopes: ['emails:read'] };
  const made = (await call('POST', '/api-keys', { body })).body as unknown as {
    api_key: Key;
    secret: string;
  };
  const list = (path = '/emails') => call('GET', path, { key: made.secret });
  expect((await list()).status).toBe(200);
  const path = `/api-keys/${made.api_key.id}`;
  const changed = await call('PATCH', path, { body: { name: 'CI', scopes: ['templates:read'] } });
  expect(changed.body.api_key).toMatchObject({ name: 'CI', scopes: ['templates:read'] });
  advance(60_000);
  expect((await list()).status).toBe(403);
  await call('DELETE', path);
  advance(60_000);
  expect((await list()).status).toBe(401);
});

test('last_used_at is written at most once a minute [A36]', async () => {
  const { ctx, call, advance } = await setUp();
  const touched: string[] = [];
  const { touch } = ctx.keys;
  ctx.keys.touch = async (hash, at, since) => {
    touched.push(at);
    await touch(hash, at, since);
  };
  for (let i = 0; i < 5; i++) await call('GET', '/api-keys');
  expect(touched.length).toBeLessThanOrEqual(2);
  const before = touched.length;
  advance(120_000);
  await call('GET', '/api-keys');
  expect(touched).toHaveLength(before + 1);
  ctx.keys.touch = async () => {
    throw new Error('throttled');
  };
  advance(120_000);
  expect((await call('GET', '/api-keys')).status).toBe(200);
});

test('an expired key is 401, one without an end again works [A35]', async () => {
  const { ctx, call, advance } = await setUp();
  const expires_at = new Date(ctx.runtime.now() + 3_600_000).toISOString();
  const body = { name: 'short', scopes: ['emails:read'], expires_at };
  const made = (await call('POST', '/api-keys', { body })).body as unknown as {
    api_key: Key;
    secret: string;
  };
  expect(made.api_key).toMatchObject({ expires_at });
  expect((await call('GET', '/emails', { key: made.secret })).status).toBe(200);
  advance(3_600_000);
  expect((await call('GET', '/emails', { key: made.secret })).status).toBe(401);
  await call('PATCH', `/api-keys/${made.api_key.id}`, { body: { expires_at: null } });
  advance(60_000);
  expect((await call('GET', '/emails', { key: made.secret })).status).toBe(200);
});

test('an SMTP credential is created, listed and deleted; its password is no API key [H30, A58]', async () => {
  const { call, ctx, domain } = await setUp();
  const made = await call('POST', '/smtp-credentials', {
    body: { name: 'relay', allowed_domains: [domain] },
  });
  expect(made.status).toBe(201);
  const { smtp_credential, password } = made.body as unknown as { smtp_credential: Key; password: string };
  expect(password).toMatch(/^svcsmtp_[0-9A-Za-z]{43}$/);
  expect(smtp_credential).toEqual({
    id: expect.stringMatching(/^smtpc_/),
    name: 'relay',
    host: expect.any(String),
    port: ctx.settings.smtp_port,
    username: 'service',
    tenant: null,
    allowed_domains: [domain],
    allowed_ips: null,
    expires_at: null,
    last_used_at: null,
    created_at: expect.any(String),
  });
  expect((await call('GET', '/emails', { key: password })).status).toBe(401);
  const path = `/smtp-credentials/${smtp_credential.id}`;
  expect((await call('GET', path)).body.smtp_credential).toEqual(smtp_credential);
  expect((await call('GET', '/smtp-credentials')).body.smtp_credentials).toEqual([smtp_credential]);
  expect((await call('DELETE', path)).body).toEqual({ ok: true });
  expect((await call('GET', path)).status).toBe(404);
});

test('an SMTP credential has addresses and an expiry as a key has, shown in every answer [N20]', async () => {
  const { call } = await setUp();
  const limits = { allowed_ips: ['192.0.2.0/24', '2001:db8::7'], expires_at: '2027-01-01T01:00:00+01:00' };
  const made = await call('POST', '/smtp-credentials', { body: { name: 'relay', ...limits } });
  const shown = { ...limits, expires_at: '2027-01-01T00:00:00.000Z' };
  expect([made.status, made.body.smtp_credential]).toEqual([201, expect.objectContaining(shown)]);
  const { id } = made.body.smtp_credential as Key;
  expect((await call('GET', `/smtp-credentials/${id}`)).body.smtp_credential).toMatchObject(shown);
  expect((await call('GET', '/smtp-credentials')).body.smtp_credentials).toMatchObject([{ id, ...shown }]);
});

test('an SMTP credential that was stored without addresses and expiry has none [P5, N20]', async () => {
  const { ctx, account, call } = await setUp();
  const common = { name: 'old', tenant: null, allowed_domains: null, last_used_at: null };
  const stored = {
    ...common,
    id: ctx.runtime.id('smtpc'),
    account: account.id,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  await ctx.smtp_credentials.create(stored, sha256Hex(stored.id), 'service');
  const { body } = await call('GET', `/smtp-credentials/${stored.id}`);
  expect(body.smtp_credential).toMatchObject({ name: 'old', allowed_ips: null, expires_at: null });
});

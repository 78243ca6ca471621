import type { Context } from '../../shared/domain/context.ts';
import { addMember } from '../../shared/domain/sessions/members.ts';
import { freshAccount } from '../support/api.ts';
import { createBrowser } from '../support/browser.ts';
import { collectLog } from '../support/log.ts';
import type { Orders } from '../support/oidc-issuer.ts';
import { oidcWorld, toCallback } from '../support/oidc-world.ts';

let world: Awaited<ReturnType<typeof oidcWorld>>;
let ctx: Context;
beforeAll(async () => {
  world = await oidcWorld();
  ctx = world.withClient();
});
afterAll(() => world?.close());

/** A member, whom the provider signs in from now on. */
async function member(orders: Orders = {}) {
  const { account } = await freshAccount(ctx);
  await world.order({ person: { email: account.email.toUpperCase(), email_verified: true }, ...orders });
  return account;
}

const isIn = async (browser: ReturnType<typeof createBrowser>) =>
  (await browser.get('/settings/sessions')).status === 200;

test('a member signs in with the provider, by code, PKCE, state and nonce, and comes to the page that was asked for [D9]', async () => {
  await member();
  const browser = createBrowser(ctx);
  const page = await browser.get('/sign-in?next=%2Femails%3Fstatus%3Dfailed');
  expect(page.text).toContain('href="/sign-in/oidc?next=%2Femails%3Fstatus%3Dfailed"');
  const started = await browser.get('/sign-in/oidc?next=%2Femails%3Fstatus%3Dfailed');
  const asked = Object.fromEntries(new URL(started.location ?? '').searchParams);
  expect([started.status, asked]).toEqual([
    303,
    {
      client_id: 'mailwright',
      redirect_uri: `${ctx.settings.dashboard_url}/sign-in/oidc/callback`,
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^\d+\.[\w-]+\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    },
  ]);
  expect(started.headers.get('set-cookie')).toMatch(/; HttpOnly; Secure; SameSite=Lax; Max-Age=900$/);
  const callback = await toCallback(ctx, browser, '/emails?status=failed');
  const pending = browser.cookie();
  const done = await browser.get(callback);
  expect([done.status, done.location]).toEqual([303, '/emails?status=failed']);
  expect(done.headers.get('set-cookie')).toMatch(/Max-Age=2592000$/);
  expect(browser.cookie()).not.toBe(pending);
  expect(await isIn(browser)).toBe(true);
  // A link to the start from elsewhere ends no session.
  const again = await browser.get('/sign-in/oidc?next=%2Fdomains');
  expect([again.location, again.headers.get('set-cookie')]).toEqual(['/domains', null]);
});

test('what came back counts once, in the browser that began, with its own state, for 15 minutes [D9]', async () => {
  await member();
  const browser = createBrowser(ctx);
  const callback = await toCallback(ctx, browser);
  const pending = browser.cookie();
  expect((await createBrowser(ctx).get(callback)).status).toBe(400);
  const other = createBrowser(ctx);
  await toCallback(ctx, other);
  expect((await other.get(callback)).status).toBe(400);
  for (const state of ['', 'x', '1.2.3', `1.2.${'%C3%A9'.repeat(43)}`])
    expect((await browser.get(callback.replace(/state=[^&]*/, `state=${state}`))).status).toBe(400);
  expect((await browser.get(callback)).status).toBe(303);
  browser.setCookie(pending);
  const replayed = await browser.get(callback);
  expect([replayed.status, replayed.headers.get('set-cookie')]).toEqual([403, null]);

  const late = createBrowser(ctx);
  const tooLate = await toCallback(ctx, late);
  world.clock.advance(901_000);
  expect((await late.get(tooLate)).text).toContain('more than 15 minutes ago');
});

test('a code that the provider would take twice signs in once [D9]', async () => {
  const account = await member();
  const claims = { email: account.email, email_verified: true };
  const generous: Context = { ...ctx, oidc: { ...ctx.oidc, redeem: async () => ({ claims }) } };
  const browser = createBrowser(generous);
  const callback = await toCallback(generous, browser);
  const pending = browser.cookie();
  expect((await browser.get(callback)).status).toBe(303);
  browser.setCookie(pending);
  expect((await browser.get(callback)).status).toBe(403);
});

test.each<[string, Orders]>([
  ['nonce', { claims: { nonce: 'another' } }],
  ['issuer', { claims: { iss: 'http://127.0.0.1:1' } }],
  ['audience', { claims: { aud: 'another client' } }],
  ['time', { claims: { exp: 1_000_000_000 } }],
  ['signature', { foreign_key: true }],
])('an ID token with another %s signs nobody in [D9]', async (_, wrong) => {
  await member(wrong);
  const browser = createBrowser(ctx);
  const answer = await browser.get(await toCallback(ctx, browser));
  expect([answer.status, answer.text.includes('didn’t confirm who you are')]).toEqual([403, true]);
  expect(await isIn(browser)).toBe(false);
});

test('an address that is not verified, of no member, or none at all: one page that says neither [D9]', async () => {
  const account = await member();
  const shown = async (person: Orders['person']) => {
    await world.order({ ...(person && { person }) });
    const browser = createBrowser(ctx);
    const { status, text } = await browser.get(await toCallback(ctx, browser));
    expect(await isIn(browser)).toBe(false);
    return [status, text];
  };
  const stranger = await shown({ email: 'stranger@acme.test', email_verified: true });
  expect(stranger[0]).toBe(403);
  for (const email_verified of [false, 'true', 1, undefined])
    expect(await shown({ email: account.email, email_verified })).toEqual(stranger);
  expect(await shown({ email_verified: true })).toEqual(stranger);
  expect(await shown({ email: 'no address', email_verified: true })).toEqual(stranger);
});

test('signing in makes nobody a member, and an invited member active [D9]', async () => {
  const { account } = await freshAccount(ctx);
  const email = `invited-${ctx.runtime.secret(8, 'base32')}@acme.test`;
  await world.order({ person: { email, email_verified: true } });
  const before = createBrowser(ctx);
  await before.get(await toCallback(ctx, before));
  expect(await ctx.members.membershipsOf(email)).toEqual([]);
  await addMember(ctx, { account: account.id, email, role: 'support' });
  const browser = createBrowser(ctx);
  expect((await browser.get(await toCallback(ctx, browser))).status).toBe(303);
  const members = await ctx.members.list(account.id);
  expect(members.find((one) => one.email === email)?.status).toBe('active');
});

test('`next` leads nowhere else [D12]', async () => {
  await member();
  const away = ['https://evil.test/', '//evil.test', '/\\evil.test', '/.//evil.test', 'javascript:alert(1)'];
  for (const next of away) {
    const browser = createBrowser(ctx);
    expect((await browser.get(await toCallback(ctx, browser, next))).location).toBe('/');
    // A link to the start, followed by a browser that is signed in.
    const begun = await browser.get(`/sign-in/oidc?${new URLSearchParams({ next })}`);
    expect(begun.location).toBe('/');
  }
});

test('who says no at the provider sees a page, as does who comes back with an error of its own [D9]', async () => {
  await member();
  const browser = createBrowser(ctx);
  const callback = await toCallback(ctx, browser);
  const denied = callback.replace(/code=[^&]*/, 'error=access_denied&error_description=%3Cb%3Eno');
  const answer = await browser.get(denied);
  expect({ status: answer.status, html: answer.text.includes('<b>no') }).toEqual({
    status: 403,
    html: false,
  });
});

test('a provider that is down, or no provider, is a page with a way on [D9]', async () => {
  await member({ down: '/token' });
  const browser = createBrowser(ctx);
  const callback = await toCallback(ctx, browser);
  const down = await browser.get(callback);
  expect([down.status, down.text.includes('isn’t responding')]).toEqual([502, true]);
  const cases: [Orders, string][] = [
    [{ down: '/.well-known' }, world.issuer],
    [{ metadata: { issuer: 'https://other.example' } }, world.issuer],
    [{ metadata: { authorization_endpoint: 'http://192.0.2.1/' } }, world.issuer],
    [{}, 'http://127.0.0.1:9'],
  ];
  for (const [orders, issuer] of cases) {
    await world.order(orders);
    const fresh = world.withClient({ issuer });
    const answer = await createBrowser(fresh).get('/sign-in/oidc');
    expect([orders, answer.status, answer.text.includes('isn’t responding')]).toEqual([orders, 502, true]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test.each([
  'https://10.0.0.1/token',
  'https://[::1]/token',
  'http://example.com/token',
  'https://localhost/token',
])('the metadata of a provider sends no secret to %s [D9]', async (token_endpoint) => {
  await member();
  await world.order({ person: {}, metadata: { token_endpoint } });
  const fresh = world.withClient();
  const browser = createBrowser(fresh);
  expect((await browser.get(await toCallback(fresh, browser))).status).toBe(502);
});

const throttled = () => Promise.reject(Object.assign(new Error(), { name: 'ThrottlingException' }));

test.each([
  ['is wrong is refused', async () => 'wrong', 403, { message: 'oidc_refused' }],
  [
    'cannot be read is an outage',
    throttled,
    502,
    { message: 'oidc_unavailable', cause: 'ThrottlingException' },
  ],
])('a client secret that %s, and told in the log [D9]', async (_name, secret, status, line) => {
  await member();
  const { log, lines } = collectLog();
  const fresh = { ...world.withClient({}, secret), log };
  const browser = createBrowser(fresh);
  expect((await browser.get(await toCallback(fresh, browser))).status).toBe(status);
  expect(lines.map((one) => JSON.parse(one))).toContainEqual(expect.objectContaining(line));
});

test('without a provider there is no such page, with signIn=oidc no mail [D9]', async () => {
  const off: Context = { ...ctx, settings: { ...ctx.settings, sign_in: { link: true, oidc: false } } };
  const browser = createBrowser(off);
  expect((await browser.get('/sign-in')).text).not.toContain('/sign-in/oidc');
  expect((await browser.get('/sign-in/oidc')).status).toBe(404);
  expect((await browser.get('/sign-in/oidc/callback?code=x&state=y')).status).toBe(404);
  const only: Context = { ...ctx, settings: { ...ctx.settings, sign_in: { link: false, oidc: true } } };
  const page = (await createBrowser(only).get('/sign-in')).text;
  expect({ oidc: page.includes('/sign-in/oidc'), email: page.includes('name="email"') }).toEqual({
    oidc: true,
    email: false,
  });
  expect((await createBrowser(only).post('/sign-in', { email: 'a@acme.test' })).status).toBe(403);
});

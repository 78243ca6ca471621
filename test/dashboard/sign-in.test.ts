import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { wire } from '../../shared/aws/wire.ts';
import { suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import { mailSignIn } from '../../shared/domain/sessions/mail-sign-in.ts';
import { addMember, makeSignInLink } from '../../shared/domain/sessions/members.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { createBrowser, signIn } from '../support/browser.ts';
import { unpaced } from '../support/unpaced.ts';

type Mailed = { to: string; link: string; code: string };

/** A context whose mail of the service itself stays here; what the worker does is done at once. */
function world(clock = testClock()) {
  const real = unpaced(testContext({ runtime: clock.runtime }));
  const mails: Mailed[] = [];
  const queued: string[] = [];
  const ctx: Context = {
    ...real,
    mailer: {
      send: async ({ raw, destinations }) => {
        const text = Buffer.from(Buffer.from(raw).toString().split('\r\n\r\n')[1] ?? '', 'base64').toString();
        const link = /https?:\S+\/sign-in\/\S+/.exec(text)?.[0] ?? '';
        const code = /[A-Z]{4}-[A-Z]{4}/.exec(text)?.[0] ?? '';
        mails.push({ to: destinations[0] ?? '', link: new URL(link).pathname, code });
        return { outcome: 'accepted', message_id: 'x' };
      },
    },
    notices: {
      enqueue: async (message) => {
        if (message.kind !== 'sign_in') return;
        queued.push(message.token);
        await mailSignIn(ctx, message);
      },
    },
  };
  return { ctx, mails, queued, clock };
}

test('a member asks, follows the link by its button and is signed in; the link works once [D2-D5]', async () => {
  const { ctx, mails } = world();
  const { account } = await freshAccount(ctx);
  const browser = createBrowser(ctx);
  const asked = await browser.post('/sign-in', {
    email: account.email.toUpperCase(),
    next: '/emails?status=failed',
  });
  expect([asked.status, asked.location]).toEqual([303, '/sign-in/check']);
  expect(asked.headers.get('set-cookie')).toMatch(
    /^__Host-mailwright=[0-9A-Za-z]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=900$/,
  );
  const pending = browser.cookie();
  const [{ link = '' } = {}] = mails;
  expect((await browser.get(link)).text).toContain('<button type="submit">Sign in</button>');
  const done = await browser.post(link);
  expect([done.status, done.location]).toEqual([303, '/emails?status=failed']);
  expect(done.headers.get('set-cookie')).toMatch(/Max-Age=2592000$/);
  expect(browser.cookie()).not.toBe(pending);
  expect((await browser.get('/settings/sessions')).status).toBe(200);
  browser.setCookie(pending);
  expect((await browser.post(link)).status).toBe(404);
  expect((await browser.get(link)).status).toBe(404);
});

test('a scanner without the cookie sees the code and uses nothing up [D4, D5]', async () => {
  const { ctx, mails } = world();
  const { account } = await freshAccount(ctx);
  const browser = createBrowser(ctx);
  await browser.post('/sign-in', { email: account.email });
  const [{ link = '', code = '' } = {}] = mails;
  const scanner = createBrowser(ctx);
  const ahead: Record<string, string>[] = [{}, { 'sec-purpose': 'prefetch' }, { purpose: 'prefetch' }];
  for (const headers of [...ahead, { 'sec-purpose': 'prefetch;prerender' }, { 'x-moz': 'prefetch' }])
    expect((await scanner.get(link, headers)).text).toContain(code);
  expect((await scanner.head(link)).status).toBe(200);
  // What the own browser loads ahead uses nothing up either.
  for (const headers of ahead) expect((await browser.get(link, headers)).status).toBe(200);
  expect((await browser.head(link)).status).toBe(200);
  expect((await scanner.post(link)).status).toBe(404);
  expect((await scanner.post('/sign-in/check', { code })).location).toBe('/sign-in');
  const typed = await browser.post('/sign-in/check', { code: ` ${code.toLowerCase().replace('-', ' ')} ` });
  expect([typed.status, typed.location]).toEqual([303, '/']);
});

test('five wrong codes end the sign-in and its link [D6]', async () => {
  const { ctx, mails } = world();
  const { account } = await freshAccount(ctx);
  const browser = createBrowser(ctx);
  await browser.post('/sign-in', { email: account.email });
  const [{ link = '', code = '' } = {}] = mails;
  for (let i = 0; i < 5; i++)
    expect((await browser.post('/sign-in/check', { code: 'BBBB-BBBB' })).status).toBe(400);
  expect((await browser.post('/sign-in/check', { code })).text).toContain('This sign-in is no longer valid');
  expect((await browser.post(link)).status).toBe(404);
});

test('known, unknown and suppressed addresses get the same answer after the same calls; no address is 400 [D2]', async () => {
  const { ctx, mails, queued } = world();
  const { account } = await freshAccount(ctx);
  const suppressed = await freshAccount(ctx);
  const { email } = suppressed.account;
  const call = inProcess(ctx, suppressionRoutes, suppressed.api_key);
  expect((await call('POST', '/suppressions', { body: { email } })).status).toBe(201);
  const answers: unknown[] = [];
  for (const address of [account.email, email, `nobody-${ctx.runtime.secret(8, 'base32')}@acme.test`]) {
    const calls: string[] = [];
    const { pass } = wire;
    wire.pass = async (call, next) => {
      const result = await pass(call, next);
      // A write that meets a conflict by chance is made again.
      calls.push(`${call.service} ${call.operation}`);
      return result;
    };
    // The worker's part of it is not awaited by the answer.
    const lazy: Context = { ...ctx, notices: { enqueue: async (message) => void later.push(message) } };
    const later: Parameters<Context['notices']['enqueue']>[0][] = [];
    const shown = await createBrowser(lazy).post('/sign-in', { email: address });
    wire.pass = pass;
    for (const message of later) await ctx.notices.enqueue(message);
    const { status, location, text, headers } = shown;
    const cookie = headers.get('set-cookie')?.replace(/=[0-9A-Za-z]{43};/, '=…;');
    const names = [...headers.keys()].sort();
    answers.push({ status, location, text, names, cookie, calls, messages: later.length });
  }
  expect(answers[0]).toMatchObject({ status: 303, text: '', messages: 1 });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect([queued.length, mails.map(({ to }) => to)]).toEqual([3, [account.email, email]]);
  for (const address of ['', 'no address', 'a@b@c', 'x\r\nBcc: y@z.test'])
    expect((await createBrowser(ctx).post('/sign-in', { email: address })).status).toBe(400);
});

test('five mails an hour to an address, further ones look the same; an office of asks ends in 429 [D7]', async () => {
  const { ctx, mails, clock } = world();
  clock.hold();
  const { account } = await freshAccount(ctx);
  const answers = new Set<string>();
  for (let i = 0; i < 7; i++) {
    const { status, location } = await createBrowser(ctx).post('/sign-in', { email: account.email });
    answers.add(`${status} ${location}`);
  }
  expect([[...answers], mails.length]).toEqual([['303 /sign-in/check'], 5]);
  clock.advance(3_600_000);
  await createBrowser(ctx).post('/sign-in', { email: account.email });
  expect(mails).toHaveLength(6);
});

test('the asks of a stranger’s network do not keep a member from signing in; of many networks 20 mails go out [D7]', async () => {
  const { ctx, mails, clock } = world();
  clock.hold();
  const { account } = await freshAccount(ctx);
  const ask = (address: string) => createBrowser(ctx, { address }).post('/sign-in', { email: account.email });
  for (let i = 0; i < 9; i++) await ask('198.51.100.7');
  expect(mails).toHaveLength(5);
  await ask('192.0.2.1');
  expect(mails).toHaveLength(6);
  for (let i = 0; i < 30; i++) await ask(`203.0.113.${i}`);
  expect(mails).toHaveLength(20);
});

test('a mail that SES puts off counts once, however often it is tried [D7]', async () => {
  const { ctx, mails, clock } = world();
  clock.hold();
  const { account } = await freshAccount(ctx);
  const { notices, mailer } = ctx;
  const tokens: string[] = [];
  ctx.notices = {
    enqueue: async (message) => void tokens.push(message.kind === 'sign_in' ? message.token : ''),
  };
  await createBrowser(ctx).post('/sign-in', { email: account.email });
  const message = { kind: 'sign_in' as const, token: tokens[0] ?? '' };
  ctx.mailer = { ...mailer, send: async () => ({ outcome: 'unknown', reason: 'timeout' }) };
  for (let i = 0; i < 6; i++) await expect(mailSignIn(ctx, message)).rejects.toThrow('sign-in mail');
  ctx.mailer = mailer;
  await mailSignIn(ctx, message);
  ctx.notices = notices;
  for (let i = 0; i < 6; i++) await createBrowser(ctx).post('/sign-in', { email: account.email });
  expect(mails).toHaveLength(5);
});

test('a mail that SES throttles comes again after five seconds [D3]', async () => {
  const { ctx, mails } = world();
  const { account } = await freshAccount(ctx);
  const { mailer } = ctx;
  const again: unknown[] = [];
  ctx.mailer = { send: async () => ({ outcome: 'later', reason: 'TooManyRequestsException' }) };
  const { enqueue } = ctx.notices;
  ctx.notices = {
    enqueue: async (message, delay_s) => {
      if (delay_s === undefined) return enqueue(message);
      again.push([message.kind, delay_s]);
      ctx.mailer = mailer;
      await enqueue(message);
    },
  };
  await createBrowser(ctx).post('/sign-in', { email: account.email });
  expect([again, mails.length]).toEqual([[['sign_in', 5]], 1]);
});

test('a link is over after 15 minutes [D3]', async () => {
  const { ctx, mails, clock } = world();
  const { account } = await freshAccount(ctx);
  const browser = createBrowser(ctx);
  await browser.post('/sign-in', { email: account.email });
  clock.advance(901_000);
  expect((await browser.post(mails[0]?.link ?? '')).status).toBe(404);
  expect((await browser.get(mails[0]?.link ?? '')).status).toBe(404);
});

test('an operator signs a member in, in any browser, once; who is no member is not found [D8]', async () => {
  const { ctx } = world();
  const { account } = await freshAccount(ctx);
  const { url } = await makeSignInLink(ctx, { email: account.email, account: null, minutes: 15 });
  const { pathname } = new URL(url);
  const browser = createBrowser(ctx);
  expect((await browser.get(pathname)).text).toContain('Sign in');
  expect((await browser.post(pathname)).status).toBe(303);
  expect((await createBrowser(ctx).post(pathname)).status).toBe(404);
  const link = { email: 'nobody@acme.test', account: null, minutes: 15 };
  await expect(makeSignInLink(ctx, link)).rejects.toMatchObject({ code: 'not_found' });
});

test('a session ends after 7 idle days, after 30 days in any case, by signing out, and with its member [D11]', async () => {
  const { ctx, clock } = world();
  const { account } = await freshAccount(ctx);
  const isIn = async (browser: Awaited<ReturnType<typeof signIn>>) =>
    (await browser.get('/settings/sessions')).status === 200;

  const idle = await signIn(ctx, account);
  clock.advance(7 * 86_400_000 + 1_000);
  expect(await isIn(idle)).toBe(false);

  const used = await signIn(ctx, account);
  for (let day = 0; day < 29; day++) {
    clock.advance(86_400_000);
    expect(await isIn(used)).toBe(true);
  }
  clock.advance(86_400_000 + 1_000);
  expect(await isIn(used)).toBe(false);

  const left = await signIn(ctx, account);
  const out = await left.post('/sign-out');
  expect([out.location, out.headers.get('set-cookie')]).toEqual([
    '/sign-in',
    expect.stringMatching(/Max-Age=0$/),
  ]);
  expect(await isIn(left)).toBe(false);

  const removed = await signIn(ctx, account, 'support');
  const members = await ctx.members.list(account.id);
  const member = members.find(({ role }) => role === 'support');
  if (member) await ctx.members.remove(member, null);
  clock.advance(31_000);
  expect(await isIn(removed)).toBe(false);
});

test('without a session pages lead to the sign-in and back, forms to the sign-in, parts say so [D12]', async () => {
  const { ctx } = world();
  const browser = createBrowser(ctx);
  expect((await browser.get('/emails?status=failed')).location).toBe(
    '/sign-in?next=%2Femails%3Fstatus%3Dfailed',
  );
  expect((await browser.post('/emails/new')).location).toBe('/sign-in');
  const part = await browser.get('/emails', { 'hx-request': 'true' });
  expect([part.status, part.headers.get('hx-redirect')]).toEqual([401, '/sign-in']);
});

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/.//evil.test',
  '/emails/..//evil.test',
  '/%2e%2E//evil.test',
  '/\tevil',
  'javascript:alert(1)',
  `/${'a'.repeat(2_100)}`,
  'emails',
])('next %j leads nowhere else [D12]', async (next) => {
  const { ctx, mails } = world();
  const { account } = await freshAccount(ctx);
  const browser = createBrowser(ctx);
  await browser.post('/sign-in', { email: account.email, next });
  expect((await browser.post(mails[0]?.link ?? '')).location).toBe('/');
});

test('one address in two accounts chooses, switches, and acts on no account by mistake [D21]', async () => {
  const { ctx, mails } = world();
  const [one, two] = [await freshAccount(ctx), await freshAccount(ctx)];
  await addMember(ctx, { account: two.account.id, email: one.account.email, role: 'developer' });
  const browser = createBrowser(ctx);
  await browser.post('/sign-in', { email: one.account.email });
  const done = await browser.post(mails[0]?.link ?? '');
  expect(done.location).toBe('/accounts?next=%2F');
  const choices = (await browser.get('/accounts')).text;
  expect({ one: choices.includes(one.account.id), two: choices.includes(two.account.id) }).toEqual({
    one: true,
    two: true,
  });
  const from =
    /(acc_\w+)"><input[^>]*><span>[^<]*<bdi>[^<]*<\/bdi> \(current\)/.exec(choices)?.[1] === one.account.id
      ? one
      : two;
  const to = from === one ? two : one;
  const moved = await browser.post('/accounts', {
    account: to.account.id,
    next: '/emails',
  });
  expect(moved.location).toBe('/emails');
  const stale = await browser.post('/suppressions/add', { account: from.account.id, email: 'x@acme.test' });
  expect(stale.status).toBe(409);
  const foreign = await browser.post('/accounts', { account: 'acc_00000000000000000000000000' });
  expect(foreign.location).toBe('/accounts');
});

test('a member of a suspended account leaves it for another one, and signs in and out [N22, D21]', async () => {
  const { ctx, mails, clock } = world();
  clock.hold();
  const [one, two] = [await freshAccount(ctx), await freshAccount(ctx)];
  await addMember(ctx, { account: two.account.id, email: one.account.email, role: 'developer' });
  const browser = createBrowser(ctx);
  await browser.post('/sign-in', { email: one.account.email });
  await browser.post(mails[0]?.link ?? '');
  const isIn = (await browser.get('/settings/sessions')).text.includes(one.account.id) ? one : two;
  const other = isIn === one ? two : one;
  await suspendAccount(ctx, isIn.account.id);
  clock.advance(31_000);
  const statuses = async (paths: string[]) =>
    Promise.all(paths.map(async (path) => (await browser.get(path)).status));
  expect(await statuses(['/', '/emails', '/accounts', '/sign-in'])).toEqual([403, 403, 200, 200]);
  const refused = await browser.get('/emails');
  expect(refused.text).toContain('action="/sign-out"');
  const kept = await browser.post('/suppressions/add', { account: isIn.account.id, email: 'x@acme.test' });
  expect(kept.status).toBe(403);
  const moved = await browser.post('/accounts', { account: other.account.id, next: '/emails' });
  expect(moved.location).toBe('/emails');
  expect(await statuses(['/emails'])).toEqual([200]);
  await browser.post('/accounts', { account: isIn.account.id });
  expect((await browser.post('/sign-out')).location).toBe('/sign-in');
});

import type { Id } from '../../shared/core/runtime.ts';
import { sha256Hex } from '../../shared/core/seal.ts';
import { resumeAccount, suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import { freshAccount } from '../support/api.ts';
import { acceptedId, plainLogin, relayWorld, smtpPassword, talk, talkAs, talkTls } from '../support/smtp.ts';
import { until } from '../support/until.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld({}, { limits: { failed_login_ms: 1 } });
});
afterAll(() => world.service.drain(0));

const capabilities = ['SIZE 26214400', '8BITMIME', 'SMTPUTF8', 'PIPELINING', 'ENHANCEDSTATUSCODES'];
const lastUse = async (id: string) =>
  (await world.ctx.smtp_credentials.get(world.account.id, id as Id<'smtpc'>))?.last_used_at;
const message = (domain: string, more = '') => `From: shop@${domain}\nTo: ada@x.example\n${more}\nhi\n`;

describe('before TLS', () => {
  test('the greeting names no product, EHLO offers STARTTLS and no AUTH [R19]', async () => {
    const talking = await talk(world.service.ports.starttls, { greeting: false });
    expect(await talking.next()).toEqual(['220 smtp.example.test ESMTP']);
    const lines = (await talking.say('EHLO me.example')).split('\n').map((line) => line.slice(4));
    expect(lines).toEqual(['smtp.example.test', ...capabilities, 'STARTTLS']);
    expect(await talking.say('HELO me.example')).toBe('250 smtp.example.test');
    talking.close();
  });

  test('every command but a few is 530, AUTH and MAIL included [R20]', async () => {
    const talking = await talk(world.service.ports.starttls);
    for (const line of [
      'MAIL FROM:<a@b.example>',
      plainLogin(world.password),
      'RCPT TO:<a@b.example>',
      'DATA',
      'VRFY x',
      'WIZ',
    ])
      expect(await talking.say(line)).toMatch(/^530 5\.7\.0 /);
    expect(await talking.say('NOOP')).toMatch(/^250 2\.0\.0 /);
    expect(await talking.say('RSET')).toMatch(/^250 2\.0\.0 /);
    expect(await talking.say('HELP')).toMatch(/^214 2\.0\.0 /);
    expect(await talking.say('STARTTLS now')).toMatch(/^501 5\.5\.4 /);
    expect(await talking.say('QUIT')).toMatch(/^221 2\.0\.0 /);
    await talking.ended();
  });

  test('a login needs an EHLO inside TLS, whatever came before, and TLS can start only once [R20]', async () => {
    const talking = await talk(world.service.ports.starttls);
    await talking.say('EHLO me.example');
    await talking.say('STARTTLS');
    await talking.startTls();
    expect(await talking.say(plainLogin(world.password))).toMatch(/^503 5\.5\.1 /);
    expect(await talking.say('EHLO me.example')).toMatch(/AUTH PLAIN LOGIN$/);
    expect(await talking.say('STARTTLS')).toMatch(/^503 5\.5\.1 /);
    talking.close();
  });

  test('an HTTP request closes the connection at once [R29]', async () => {
    const http = await talk(world.service.ports.starttls);
    http.write('POST / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await http.ended()).filter((line) => line.startsWith('250'))).toEqual([]);
  });
});

describe('login (R22)', () => {
  test('PLAIN and LOGIN, with and without an initial response', async () => {
    const b64 = (text: string) => Buffer.from(text).toString('base64');
    const plain = b64(`service\0service\0${world.password}`);
    const ways: string[][] = [
      [`AUTH PLAIN ${plain}`],
      ['auth plain', plain],
      ['AUTH LOGIN', b64('service'), b64(world.password)],
      [`AUTH LOGIN ${b64('service')}`, b64(world.password)],
    ];
    for (const lines of ways) {
      const talking = await talkTls(world.service, '127.0.0.22');
      const answers: string[] = [];
      for (const line of lines) answers.push(await talking.say(line));
      expect(answers.at(-1)).toBe('235 2.7.0 Logged in');
      for (const answer of answers.slice(0, -1)) expect(answer).toMatch(/^334 /);
      expect(await talking.say('EHLO me.example')).not.toContain('AUTH');
      expect(await talking.say(`AUTH PLAIN ${plain}`)).toMatch(/^503 5\.5\.1 /);
      talking.close();
    }
  });

  test('faults of the exchange, and one answer for every wrong credential', async () => {
    const talking = await talkTls(world.service, '127.0.0.23');
    expect(await talking.say('AUTH CRAM-MD5')).toMatch(/^504 5\.5\.4 /);
    expect(await talking.say('AUTH PLAIN !!!')).toMatch(/^501 5\.5\.2 /);
    await talking.say('AUTH LOGIN');
    expect(await talking.say('*')).toMatch(/^501 5\.5\.2 /);
    const wrong = [
      plainLogin(`svcsmtp_${'x'.repeat(43)}`),
      plainLogin(world.api_key),
      plainLogin(world.password, 'root'),
      plainLogin(world.password, 'service', 'other'),
    ];
    for (const line of wrong)
      expect(await talking.say(line)).toBe('535 5.7.8 Wrong username or password [unauthorized]');
    expect(await talking.say('MAIL FROM:<a@b.example>')).toMatch(/^530 5\.7\.0 /);
    talking.close();
  });

  test('the fifth failure of an address closes, and locks it but no other, whatever the password [R23]', async () => {
    for (let i = 1; i <= 5; i++) {
      const talking = await talkTls(world.service, '127.0.0.99');
      expect(await talking.say(plainLogin('svcsmtp_wrong'))).toMatch(i < 5 ? /^535 / : /^421 4\.7\.0 /);
      talking.close();
    }
    const locked = await talkTls(world.service, '127.0.0.99');
    expect(await locked.say(plainLogin(world.password))).toMatch(/^421 4\.7\.0 /);
    await locked.ended();
    const other = await talkTls(world.service, '127.0.0.98');
    expect(await other.say(plainLogin(world.password))).toMatch(/^235 /);
    other.close();
  });

  test('five failures within any 15 minutes lock an address, until 15 minutes after the first of them [R23]', async () => {
    const logIn = async (after_s: number, password: string) => {
      world.clock.advance(after_s * 1_000);
      const talking = await talkTls(world.service, '127.0.0.97');
      const answer = await talking.say(plainLogin(password));
      talking.close();
      return answer.slice(0, 3);
    };
    const answers: string[] = [];
    for (const after_s of [0, 890, 1, 1, 9, 1]) answers.push(await logIn(after_s, 'svcsmtp_wrong'));
    expect(answers).toEqual(['535', '535', '535', '535', '535', '421']);
    expect(await logIn(880, world.password)).toBe('421');
    expect(await logIn(8, world.password)).toBe('235');
  });

  test('a credential that was deleted ends the session at the next MAIL [R24]', async () => {
    const { id, password } = await smtpPassword(world.ctx, world.account);
    const talking = await talkAs(world.service, password);
    await world.ctx.smtp_credentials.remove(world.account.id, id as Id<'smtpc'>, 'service');
    world.clock.advance(31_000);
    expect(await talking.say('MAIL FROM:<a@b.example>')).toMatch(/^421 4\.7\.0 /);
    await talking.ended();
    const again = await talkTls(world.service, '127.0.0.24');
    expect(await again.say(plainLogin(password))).toMatch(/^535 /);
    again.close();
  });

  test('a credential that expires ends the session at the next MAIL; what has begun is finished [N20]', async () => {
    const { ctx, account, clock } = world;
    const expires_at = new Date(clock.runtime.now() + 60_000).toISOString();
    const { id, password } = await smtpPassword(ctx, account, { expires_at });
    const talking = await talkAs(world.service, password);
    await talking.say('MAIL FROM:<>');
    await talking.say('RCPT TO:<ada@x.example>');
    const used = await lastUse(id);
    expect(used).toEqual(expect.any(String));
    clock.advance(120_000);
    await talking.say('DATA');
    talking.write(message(world.domain).replaceAll('\n', '\r\n'));
    acceptedId(await talking.say('.'));
    expect(await talking.say('MAIL FROM:<>')).toMatch(/^421 4\.7\.0 /);
    await talking.ended();
    const again = await talkTls(world.service, '127.0.0.25');
    expect(await again.say(plainLogin(password))).toBe(await again.say(plainLogin('wrong')));
    again.close();
    expect(await lastUse(id)).toBe(used);
  });

  test('from an address that a credential does not allow its password is a wrong one [N20]', async () => {
    const allowed_ips = ['127.0.0.32/31', '2001:db8::/32'];
    const { id, password } = await smtpPassword(world.ctx, world.account, { allowed_ips });
    const foreign = await talkTls(world.service, '127.0.0.34');
    const refused = await foreign.say(plainLogin(password));
    expect([refused, refused.slice(0, 4)]).toEqual([await foreign.say(plainLogin('wrong')), '535 ']);
    foreign.close();
    expect(await lastUse(id)).toBeNull();
    const own = await talkTls(world.service, '127.0.0.33');
    expect(await own.say(plainLogin(password))).toMatch(/^235 /);
    expect(await own.say('MAIL FROM:<>')).toMatch(/^250 /);
    own.close();
    expect(await lastUse(id)).toEqual(expect.any(String));
  });

  test('a suspended account is refused at its login with 525, and at the next MAIL of an open session [N22]', async () => {
    const { ctx, clock } = world;
    const { account } = await freshAccount(ctx, { domain: false });
    const { password } = await smtpPassword(ctx, account);
    const talking = await talkAs(world.service, password);
    await suspendAccount(ctx, account.id);
    clock.advance(31_000);
    expect(await talking.say('MAIL FROM:<a@b.example>')).toMatch(/^421 4\.7\.0 .*suspended/);
    await talking.ended();
    const again = await talkTls(world.service, '127.0.0.35');
    expect(await again.say(plainLogin(password))).toMatch(/^525 5\.7\.13 .*suspended.*\[forbidden\]$/);
    // A wrong password says nothing of the account.
    expect(await again.say(plainLogin('wrong'))).toMatch(/^535 5\.7\.8 /);
    await resumeAccount(ctx, account.id);
    clock.advance(31_000);
    expect(await again.say(plainLogin(password))).toMatch(/^235 /);
    again.close();
  });

  test('a credential that was stored without addresses and expiry relays from everywhere [P5, N20]', async () => {
    const { ctx, account } = world;
    const password = `svcsmtp_${ctx.runtime.secret(43, 'base62')}`;
    const common = { name: 'old', tenant: null, allowed_domains: null, last_used_at: null };
    const created_at = '2026-01-01T00:00:00.000Z';
    const stored = { ...common, id: ctx.runtime.id('smtpc'), account: account.id, created_at };
    await ctx.smtp_credentials.create(stored, sha256Hex(password), 'service');
    const talking = await talkAs(world.service, password);
    expect(await talking.say('MAIL FROM:<>')).toMatch(/^250 /);
    talking.close();
  });

  test('a credential whose addresses are narrowed ends the session at the next MAIL [N20]', async () => {
    const { ctx, account, clock } = world;
    const { id, password } = await smtpPassword(ctx, account);
    const talking = await talkAs(world.service, password);
    await ctx.smtp_credentials.update(
      account.id,
      id as Id<'smtpc'>,
      { allowed_ips: ['192.0.2.0/24'] },
      'service',
    );
    clock.advance(31_000);
    expect(await talking.say('MAIL FROM:<>')).toMatch(/^421 4\.7\.0 /);
    await talking.ended();
  });
});

describe('the envelope', () => {
  test.each([
    ['MAIL FROM:<> BODY=8BITMIME SIZE=100 AUTH=<>', /^250 2\.1\.0 /],
    ['MAIL FROM:<verp+a=b@elsewhere.example>', /^250 2\.1\.0 /],
    ['MAIL FROM: <a@b.example>', /^250 2\.1\.0 /],
    ['MAIL FROM:<a@b.example> SIZE=26214401', /^552 5\.3\.4 .*\[payload_too_large\]$/],
    ['MAIL FROM:a@b.example', /^501 5\.1\.7 /],
    ['MAIL FROM:<a b@c.example>', /^501 5\.1\.7 /],
    ['MAIL FROM:<a@b.example> NOTIFY=NEVER', /^555 5\.5\.4 /],
    ['MAIL FROM:<a@b.example> REQUIRETLS', /^555 5\.5\.4 /],
    ['MAIL FROM:<a@b.example> NOTIFY=', /^555 5\.5\.4 /],
    ['MAIL FROM:<a@b.example> SIZE=1 SIZE=2', /^501 5\.5\.4 /],
    ['MAIL FROM:<a@b.example> SMTPUTF8 SMTPUTF8', /^501 5\.5\.4 /],
    ['MAIL FROM:<a@b.example> AUTH=', /^501 5\.5\.4 /],
    ['MAIL FROM:<a@b.example> BODY=BINARYMIME', /^501 5\.5\.4 /],
    ['MAIL FROM:<\xc3\xa4@b.example>', /^553 5\.6\.7 /],
  ])('%s [R7, R28]', async (line, expected) => {
    const talking = await world.login();
    talking.write(Buffer.from(`${line}\r\n`, 'latin1'));
    expect((await talking.next())[0]).toMatch(expected);
    talking.close();
  });

  test('forms of recipients, repetitions, and the 51st [R26]', async () => {
    const talking = await world.login();
    expect(await talking.say('RCPT TO:<a@b.example>')).toMatch(/^503 5\.5\.1 /);
    await talking.say('MAIL FROM:<>');
    expect(await talking.say('MAIL FROM:<>')).toMatch(/^503 5\.5\.1 /);
    const cases: [string, RegExp][] = [
      ['nobody', /^501 5\.1\.3 /],
      ['a@[127.0.0.1]', /^553 5\.1\.3 /],
      ['a@localhost', /^553 5\.1\.3 /],
      ['a@b.example.', /^553 5\.1\.3 /],
      ['\xc3\xa4@b.example', /^553 5\.1\.3 /],
      ['a@b\xc3\xbc.example', /^553 5\.6\.7 /],
      ['@relay.example:A@b.example', /^250 2\.1\.5 /],
      ['a@B.example', /^250 2\.1\.5 /],
    ];
    for (const [address, expected] of cases) {
      talking.write(Buffer.from(`RCPT TO:<${address}>\r\n`, 'latin1'));
      expect((await talking.next())[0]).toMatch(expected);
    }
    for (let i = 2; i <= 50; i++) expect(await talking.say(`RCPT TO:<r${i}@b.example>`)).toMatch(/^250 /);
    expect(await talking.say('RCPT TO:<r51@b.example>')).toMatch(/^452 4\.5\.3 /);
    expect(await talking.say('RCPT TO:<a@b.example>')).toMatch(/^250 /);
    expect(await talking.say('DATA x')).toMatch(/^501 5\.5\.4 /);
    talking.close();
  });

  test('a domain with U-labels needs SMTPUTF8 and is sent as A-labels [R26]', async () => {
    const talking = await world.login();
    await talking.say('MAIL FROM:<> SMTPUTF8');
    talking.write('RCPT TO:<ada@bücher.example>\r\n');
    expect((await talking.next())[0]).toMatch(/^250 2\.1\.5 /);
    await talking.say('DATA');
    talking.write(message(world.domain).replaceAll('\n', '\r\n'));
    const id = acceptedId(await talking.say('.'));
    expect((await world.get(id)).bcc).toEqual(['ada@xn--bcher-kva.example']);
    talking.close();
  });

  test('a suppressed recipient is refused at RCPT, the others get it, and the log has a trace [R17]', async () => {
    const gone = 'gone@x.example';
    await world.suppress(gone);
    const talking = await world.login();
    await talking.say(`MAIL FROM:<b@${world.domain}>`);
    expect(await talking.say(`RCPT TO:<${gone}>`)).toBe(`550 5.1.1 ${gone} is suppressed [validation_error]`);
    expect(await talking.say('RCPT TO:<ada@x.example>')).toMatch(/^250 /);
    await talking.say('DATA');
    talking.write(message(world.domain, 'Subject: traced\n').replaceAll('\n', '\r\n'));
    const id = acceptedId(await talking.say('.'));
    expect((await world.get(id)).to).toEqual(['ada@x.example']);
    const trace = async () => {
      const { body } = await world.call('GET', '/emails?status=failed');
      return (body.emails as { subject: string }[]).find(({ subject }) => subject === 'traced');
    };
    expect(await until(trace, { within_ms: 10_000, what: 'the trace' })).toMatchObject({
      bcc: [gone],
      from: `shop@${world.domain}`,
      failure_reason: 'suppressed',
      source: 'smtp',
    });
    talking.close();
  });

  test('a client that leaves while its message is decided leaves one trace [R17]', async () => {
    const gone = 'left@x.example';
    await world.suppress(gone);
    const talking = await world.login();
    await talking.say(`MAIL FROM:<b@${world.domain}>`);
    await talking.say(`RCPT TO:<${gone}>`);
    await talking.say('RCPT TO:<ada@x.example>');
    await talking.say('DATA');
    talking.write(`${message(world.domain, 'Subject: left\n').replaceAll('\n', '\r\n')}.\r\n`);
    talking.close();
    const traces = async () => {
      const { body } = await world.call('GET', '/emails?status=failed');
      return (body.emails as { subject: string; bcc: string[] }[]).filter(({ bcc }) => bcc.includes(gone));
    };
    const traced = async () => (await traces()).some(({ subject }) => subject === 'left');
    await until(traced, { within_ms: 10_000, what: 'the trace' });
    expect(await traces()).toMatchObject([{ subject: 'left' }]);
  });
});

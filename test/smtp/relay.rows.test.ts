import { connect, type SecureVersion } from 'node:tls';
import { inboundWorld } from '../support/inbound.ts';
import { acceptedId, plainLogin, relayWorld, talk, talkTls } from '../support/smtp.ts';
import { until } from '../support/until.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld({}, { limits: { failed_login_ms: 1 } });
});
afterAll(() => world.service.drain(0));

/** The version that a handshake with at most `maxVersion` comes to, or the fault. */
const handshake = (maxVersion: SecureVersion) =>
  new Promise<string>((done) => {
    const socket = connect({
      port: world.service.ports.implicit,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
      maxVersion,
      ciphers: 'ALL:@SECLEVEL=0',
    });
    socket
      .once('error', (error) => done((error as NodeJS.ErrnoException).code ?? ''))
      .once('secureConnect', () => {
        done(socket.getProtocol() ?? '');
        socket.destroy();
      });
  });

test('TLS 1.2 and 1.3 and nothing older; at 465 TLS is there from the first octet [R21]', async () => {
  const found = await Promise.all((['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(handshake));
  expect(
    found.slice(0, 2).every((version) => version.startsWith('ERR_SSL') || version === 'ECONNRESET'),
  ).toBe(true);
  expect(found.slice(2)).toEqual(['TLSv1.2', 'TLSv1.3']);
  const plain = await talk(world.service.ports.implicit, { greeting: false });
  plain.write('EHLO me.example\r\nMAIL FROM:<a@b.example>\r\n');
  expect(await plain.ended()).toEqual([]);
});

test('logins that began before the fifth failure are not looked at after it [R23]', async () => {
  const from = '127.0.0.97';
  const began = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const talking = await talkTls(world.service, from);
      expect(await talking.say('AUTH PLAIN')).toBe('334 ');
      return talking;
    }),
  );
  const answerOf = (password: string) => plainLogin(password).replace('AUTH PLAIN ', '');
  for (const [i, talking] of began.entries()) {
    const right = i === 5;
    const reply = await talking.say(answerOf(right ? world.password : 'svcsmtp_wrong'));
    expect(reply).toMatch(i < 4 ? /^535 5\.7\.8 / : /^421 4\.7\.0 /);
    talking.close();
  }
});

test('of suppressed recipients 50 are recorded in one transaction, the next is 452 [R17, R26]', async () => {
  const gone = Array.from({ length: 51 }, (_, i) => `gone${i}@x.example`);
  const list = { account: world.account.id, tenant: null };
  const at = new Date().toISOString();
  const entry = { ...list, reason: 'bounce', source: 'provider', note: null, created_at: at, updated_at: at };
  await Promise.all(
    gone.map((email) =>
      world.ctx.suppressions.add(list, { ...entry, id: world.ctx.runtime.id('sup'), email } as never),
    ),
  );
  const talking = await world.login();
  await talking.say(`MAIL FROM:<b@${world.domain}>`);
  for (const [i, email] of gone.entries())
    expect(await talking.say(`RCPT TO:<${email}>`)).toMatch(i < 50 ? /^550 5\.1\.1 / : /^452 4\.5\.3 /);
  expect(await talking.say('RCPT TO:<ada@x.example>')).toMatch(/^250 /);
  expect(await talking.say(`RCPT TO:<${gone[0]}>`)).toMatch(/^550 5\.1\.1 /);
  await talking.say('RSET');
  const traced = async () => {
    const { body } = await world.call('GET', '/emails?status=failed');
    return (body.emails as { bcc: string[] }[]).some(({ bcc }) => bcc.length === 50);
  };
  await until(traced, { within_ms: 10_000, what: 'the trace' });
  talking.close();
}, 30_000);

test.each([
  ['a bare CR comes before a missing From', 'To: a@x.example\r\n\r\nx\ry\r\n', /bare CR/],
  ['too many fields come before a missing From', `${'X-A: 1\r\n'.repeat(1001)}\r\nhi\r\n`, /1,000 fields/],
  ['a missing From comes before a control header', 'X-Service-Bogus: 1\r\n\r\nhi\r\n', /^554 5\.6\.0 From/],
  [
    'a control header comes before the domain',
    'From: a@elsewhere.example\r\nX-Service-Bogus: 1\r\n\r\nhi\r\n',
    /x-service-bogus/i,
  ],
  [
    'a control header comes before too many files',
    `From: a@b.example\r\nX-Service-Bogus: 1\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: a/b\r\n\r\nx\r\n'.repeat(11)}`,
    /^554 5\.6\.0 x-service-bogus/i,
  ],
])('after the dot %s [R34]', async (_what, message, expected) => {
  expect(await world.raw(Buffer.from(message))).toMatch(expected);
});

test('control headers of other providers go out as they are [R75]', async () => {
  const fields = 'X-PM-Tag: welcome\nX-SMTPAPI: {"category": "x"}\nX-Mailgun-Tag: a\n';
  const id = acceptedId(await world.raw(`From: shop@${world.domain}\nTo: ada@x.example\n${fields}\nhi\n`));
  const sent = await world.delivered(id);
  for (const field of fields.trim().split('\n')) expect(sent).toContain(`${field}\r\n`);
});

test('html is given as it was received, and the raw message has the octets that were sent [R42, R60]', async () => {
  const inbound = await inboundWorld();
  const html = '<script>alert(1)</script><img src="http://10.0.0.1/x"><a href="javascript:x">y</a>';
  const message = `From: a@x.example\r\nContent-Type: text/html\r\n\r\n${html}`;
  const id = await inbound.receive(message);
  const record = (await inbound.get(id)) as { html: string; raw_url: string; size: number };
  expect([record.html.trimEnd(), record.size]).toEqual([html, message.length + 2]);
  const raw = await (await fetch(record.raw_url)).text();
  expect(raw).toMatch(
    /^Return-Path: <ada@x\.example>\r\nReceived: from mx\.x\.example \(\[127\.0\.0\.1\]\)\r\n by /,
  );
  expect(raw.endsWith(`\r\n${message}\r\n`)).toBe(true);
  await inbound.receiver.drain(0);
});

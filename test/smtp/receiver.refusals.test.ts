import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { resumeAccount, suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import { freshAccount, inProcess, verifiedDomain } from '../support/api.ts';
import { inboundDomain, inboundWorld, receivedIds, talkAt } from '../support/inbound.ts';
import { sendRaw, talk } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof inboundWorld>>;
let world: World;
let sending: string;
beforeAll(async () => {
  world = await inboundWorld({ limits: { unknown_delay_ms: 1 } });
  sending = `send.${world.domain}`;
  await verifiedDomain(world.ctx, world.account.id, sending);
});
afterAll(() => world.receiver.drain(0));

const message = 'From: a@x.example\r\n\r\nhi\r\n';

/** A session after EHLO and MAIL. */
async function begun(mail = 'MAIL FROM:<ada@x.example>') {
  const talking = await talkAt(world.receiver.port);
  const answer = await talking.say(mail);
  if (!answer.startsWith('250')) throw new Error(answer);
  return talking;
}

/** The reply to one recipient, in a session of its own. */
async function rcpt(path: string, mail?: string): Promise<string> {
  const talking = await begun(mail);
  try {
    return await talking.say(`RCPT TO:${path}`);
  } finally {
    talking.close();
  }
}

/** What a mail server that relays would take, in the forms that scanners try. */
const relayForms = [
  'victim@elsewhere.example',
  'victim@[192.0.2.1]',
  'victim@[IPv6:2001:db8::1]',
  'victim@localhost',
  'victim@127.0.0.1',
  'victim@elsewhere',
  '@DOMAIN:victim@elsewhere.example',
  '@DOMAIN,@other.example:victim@elsewhere.example',
  'victim@elsewhere.example@DOMAIN',
  'victim@DOMAIN@elsewhere.example',
  '"victim@elsewhere.example"',
  '"victim@DOMAIN"@elsewhere.example',
  'victim%DOMAIN@elsewhere.example',
  'DOMAIN!victim@elsewhere.example',
  'victim@sub.DOMAIN',
  'victim@DOMAIN.elsewhere.example',
  'victim@DOMAIN.',
  'victim@.DOMAIN',
  'victim@SENDING',
  '',
  ' ',
  'victim',
  'elsewhere.example!victim',
  'victim@elsewhere.example,a@DOMAIN',
  'victim@xn--.example',
] as const;

test.each(relayForms)('no relay for <%s> [R37]', async (form) => {
  const path = form.replaceAll('DOMAIN', world.domain).replaceAll('SENDING', sending);
  expect(await rcpt(`<${path}>`)).toMatch(/^(?:550 5\.1\.1|501 5\.1\.3) /);
  expect(world.queued).toEqual([]);
});

const ours: [form: string, stored: string][] = [
  ['@elsewhere.example:a@DOMAIN', 'a@DOMAIN'],
  ['a%elsewhere.example@DOMAIN', 'a%elsewhere.example@DOMAIN'],
  ['elsewhere.example!a@DOMAIN', 'elsewhere.example!a@DOMAIN'],
  ['"a@elsewhere.example"@DOMAIN', '"a@elsewhere.example"@DOMAIN'],
  ['postmaster@DOMAIN', 'postmaster@DOMAIN'],
  ['abuse@DOMAIN', 'abuse@DOMAIN'],
  ['MiXed+tag@DOMAIN', 'MiXed+tag@DOMAIN'],
];
test.each(ours)('<%s> is a mailbox of ours [R36, R37, R38]', async (form, stored) => {
  const talking = await begun();
  const path = form.replaceAll('DOMAIN', world.domain.toUpperCase());
  expect(await talking.say(`RCPT TO:<${path}>`)).toMatch(/^250 2\.1\.5 /);
  await talking.say('DATA');
  talking.write(message);
  receivedIds(await talking.say('.'));
  talking.close();
  const [queued] = world.queued.splice(0);
  expect(queued?.rcpt_to.map((one) => one.toLowerCase())).toEqual([
    stored.replaceAll('DOMAIN', world.domain).toLowerCase(),
  ]);
});

test('pending, failed, disabled and sending domains; failing ones still take mail [R36]', async () => {
  const { ctx, account } = world;
  const of = async (change: Parameters<typeof inboundDomain>[2]) =>
    rcpt(`<a@${await inboundDomain(ctx, account.id, change)}>`);
  expect(await of({ status: 'pending' })).toMatch(/^550 5\.1\.1 /);
  expect(await of({ status: 'failed' })).toMatch(/^450 4\.1\.1 /);
  expect(await of({ inbound_enabled: false })).toMatch(/^550 5\.1\.1 /);
  expect(await of({ status: 'failing' })).toMatch(/^250 /);
});

test('bare postmaster is that of the service domain, which no account has here [R38]', async () => {
  expect(await rcpt('<postmaster>')).toMatch(/^550 5\.1\.1 /);
});

test('EHLO offers no login; STARTTLS is optional and offered until it is used [R43]', async () => {
  const talking = await talk(world.receiver.port);
  expect((await talking.say('EHLO x')).split('\n').map((line) => line.slice(4))).toEqual([
    ...[
      'inbound.example.test',
      'SIZE 26214400',
      '8BITMIME',
      'SMTPUTF8',
      'PIPELINING',
      'ENHANCEDSTATUSCODES',
      'STARTTLS',
    ],
  ]);
  expect(await talking.say('AUTH PLAIN AHNlcnZpY2UAc3ZjX3g=')).toMatch(/^502 5\.5\.1 /);
  expect(await talking.say('STARTTLS')).toMatch(/^220 /);
  await talking.startTls();
  expect(await talking.say('EHLO x')).not.toContain('STARTTLS');
  const answer = await sendRaw(talking, { from: 'a@x.example', to: [`a@${world.domain}`], message });
  receivedIds(answer);
  talking.close();
  const [{ account, id } = { account: 'acc_' as const, id: '' }] = world.queued.splice(0);
  const raw = Buffer.from(
    (await world.ctx.received.getRaw({ account, id: id as Id<'inb'> })) ?? [],
  ).toString();
  expect(raw).toContain(' with ESMTPS id ');
});

test.each<[string, RegExp]>([
  ['MAIL FROM:<a@x.example> NOTIFY=NEVER', /^555 5\.5\.4 /],
  ['MAIL FROM:<a@x.example> RET=HDRS', /^555 5\.5\.4 /],
  ['MAIL FROM:<a@x.example> SIZE=26214401', /^552 5\.3\.4 /],
  ['MAIL FROM:<a@x.example>\t', /^250 /],
  ['MAIL FROM:\t<a@x.example>\tSIZE=10\t', /^250 /],
  ['MAIL FROM:<a\t@x.example>', /^501 /],
  ['MAIL FROM:<a@x.example> SIZE=1\x0b', /^501 /],
  ['MAIL FROM:<ä@x.example>', /^553 5\.6\.7 /],
  ['MAIL FROM:a@x.example', /^501 5\.1\.7 /],
  ['RCPT TO:<a@x.example>', /^503 5\.5\.1 /],
  ['DATA', /^503 5\.5\.1 /],
  ['VRFY postmaster', /^252 /],
  ['EXPN staff', /^502 /],
  ['XCLIENT ADDR=127.0.0.1', /^500 /],
  ['TURN', /^500 /],
])('%s [R28, R29]', async (line, answer) => {
  const talking = await talk(world.receiver.port);
  await talking.say('EHLO x');
  expect(await talking.say(line)).toMatch(answer);
  talking.close();
});

test('local parts outside ASCII need SMTPUTF8, domains are looked up as A-labels [R43]', async () => {
  expect(await rcpt(`<jürgen@${world.domain}>`)).toMatch(/^553 5\.6\.7 /);
  expect(await rcpt(`<jürgen@${world.domain}>`, 'MAIL FROM:<a@x.example> SMTPUTF8')).toMatch(/^250 /);
});

const bare: [name: string, octets: string][] = [
  ['a bare LF', 'From: a@x.example\n\nhi\r\n'],
  ['a bare CR', 'From: a@x.example\r\r\nhi\r\n'],
  ['a NUL', 'From: a@x.example\r\n\r\nh\0i\r\n'],
];
test.each(bare)('%s refuses the message after the dot, nothing is kept [R30]', async (_, octets) => {
  const talking = await begun();
  await talking.say(`RCPT TO:<a@${world.domain}>`);
  await talking.say('DATA');
  talking.write(octets);
  expect(await talking.say('.')).toMatch(/^554 5\.6\.0 /);
  expect(world.queued).toEqual([]);
  // The session goes on.
  receivedIds(await sendRaw(talking, { from: 'a@x.example', to: [`a@${world.domain}`], message }));
  world.queued.splice(0);
  talking.close();
});

test('more than 50 Received fields are a loop [R45]', async () => {
  const talking = await begun();
  const to = [`a@${world.domain}`];
  const hops = (count: number) => `${'Received: from a by b; x\r\n'.repeat(count)}${message}`;
  await talking.say('RSET');
  expect(await sendRaw(talking, { from: 'a@x.example', to, message: hops(51) })).toMatch(/^554 5\.4\.6 /);
  receivedIds(await sendRaw(talking, { from: 'a@x.example', to, message: hops(50) }));
  world.queued.splice(0);
  talking.close();
});

test('a bounce and a feedback report are received emails, and suppress nobody [R35]', async () => {
  const bounce = `From: MAILER-DAEMON@x.example\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nfailed\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; ada@x.example\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--\r\n`;
  const talking = await begun('MAIL FROM:<>');
  await talking.say('RSET');
  const [id = ''] = receivedIds(
    await sendRaw(talking, { from: '', to: [`a@${world.domain}`], message: bounce }),
  );
  talking.close();
  await world.work();
  expect(await world.get(id)).toMatchObject({ attachment_count: 1, text: expect.stringContaining('failed') });
  const listed = await inProcess(world.ctx, suppressionRoutes, world.api_key)('GET', '/suppressions');
  expect(listed.body.suppressions).toEqual([]);
});

test('mail for a suspended account is refused for the time being, and taken after it is resumed [N22]', async () => {
  const { account } = await freshAccount(world.ctx, { domain: false });
  const name = await inboundDomain(world.ctx, account.id);
  expect(await rcpt(`<a@${name}>`)).toMatch(/^250 /);
  await suspendAccount(world.ctx, account.id);
  world.clock.advance(31_000);
  expect(await rcpt(`<a@${name}>`)).toMatch(/^450 4\.2\.1 /);
  await resumeAccount(world.ctx, account.id);
  world.clock.advance(31_000);
  expect(await rcpt(`<a@${name}>`)).toMatch(/^250 /);
});

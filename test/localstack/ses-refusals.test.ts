import { CreateEmailIdentityCommand, GetAccountCommand } from '@aws-sdk/client-sesv2';
import { mail, startWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await world.verifiedDomain('example.com');
});
afterEach(() => world.close());

const recipients = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.net`);
const MB = 1024 * 1024;

type Extra = Parameters<World['send']>[1];
type Refusal = [what: string, raw: () => Buffer, extra: Extra, name: string, text: RegExp];

const refusals: Refusal[] = [
  [
    'an unverified domain',
    () => mail({ From: 'a@other.test' }),
    {},
    'MessageRejected',
    /^Email address is not verified\. .* US-EAST-1: a@other\.test$/,
  ],
  [
    'a sub domain of a verified one',
    () => mail({ From: 'a@sub.example.com' }),
    {},
    'MessageRejected',
    /not verified/,
  ],
  ['an unverified Sender', () => mail({ Sender: 'a@other.test' }), {}, 'MessageRejected', /a@other\.test/],
  ['51 recipients', mail, { to: recipients(51) }, 'BadRequestException', /Recipient count exceeds 50/],
  ['no recipient', () => mail({ To: '' }), {}, 'BadRequestException', /recipients/],
  [
    'a recipient without a domain',
    mail,
    { to: ['nobody'] },
    'BadRequestException',
    /Missing final '@domain'/,
  ],
  ['an unknown configuration set', mail, { set: 'unknown' }, 'NotFoundException', /<unknown> does not exist/],
  ['a tag value with a space', mail, { tags: [['email_id', 'a b']] }, 'BadRequestException', /tag value/],
  [
    'a tag value of 257 characters',
    mail,
    { tags: [['email_id', 'a'.repeat(257)]] },
    'BadRequestException',
    /tag value/,
  ],
  ['an empty tag value', mail, { tags: [['email_id', '']] }, 'BadRequestException', /tag value/],
  [
    'two Subject fields',
    () => mail({ subject: 'again' }),
    {},
    'BadRequestException',
    /Duplicate header 'Subject'/,
  ],
  [
    'R74: two References fields',
    () => mail({ References: '<a@b.example>', references: '<c@d.example>' }),
    {},
    'BadRequestException',
    /Duplicate header 'References'/,
  ],
  [
    'R74: a line of 1,001 octets',
    () => mail({}, `short\r\n${'x'.repeat(999)}\r\n`),
    {},
    'BadRequestException',
    /Line length/,
  ],
  [
    'R74: a To that is no address',
    () => mail({ To: 'somebody' }),
    {},
    'BadRequestException',
    /Missing final '@domain'/,
  ],
  [
    'R79: an octet above 127 in the header',
    () => mail({ 'X-Name': '\xe4' }),
    {},
    'BadRequestException',
    /Header 'X-Name' has octets above 127/,
  ],
  [
    'R79: such an octet in the header of a part of a part',
    () =>
      mail(
        { 'Content-Type': 'multipart/mixed; boundary="a"' },
        '--a\r\n\r\nX: \xe4\r\n--a\r\nContent-Type: multipart/signed;\r\n boundary=b\r\n\r\n--b\r\nX: \xe4\r\n\r\n--b--\r\n--a--\r\n',
      ),
    {},
    'BadRequestException',
    /Header 'X' has octets above 127/,
  ],
];

test.each(refusals)("%s is refused under SES's own error names", async (_, raw, extra, name, text) => {
  await expect(world.send(raw(), extra)).rejects.toMatchObject({
    name,
    message: expect.stringMatching(text),
  });
  expect(await world.messages()).toEqual([]);
});

/** A text of this many bytes, in lines that SES accepts. */
const lines = (bytes: number) => `${'x'.repeat(98)}\r\n`.repeat(bytes / 100 + 1).slice(0, bytes);

test('octets above 127 are taken in texts and in attached messages [R79]', async () => {
  const body =
    '--a\r\n\r\nX: \xe4\r\n--a\r\nContent-Type: message/rfc822\r\n\r\nX: \xe4\r\n\r\n--a--\r\nX: \xe4\r\n';
  const sent = await world.send(mail({ 'Content-Type': 'multipart/mixed; boundary=a' }, body));
  expect(sent.MessageId).toBeTruthy();
});

test('SES takes 40 MB, and not a byte more [P22]', async () => {
  const sized = (bytes: number) => mail({}, lines(bytes - mail({}, '').length));

  expect((await world.send(sized(40 * MB))).MessageId).toBeTruthy();
  await expect(world.send(sized(40 * MB + 1))).rejects.toMatchObject({ name: 'BadRequestException' });
});

test('50 recipients, and tags of 256 letters, digits, _, -, . and @ are taken', async () => {
  const tags: [string, string][] = [
    ['email_id', 'msg_01-A'],
    ['other', `a.b@c${'x'.repeat(251)}`],
  ];
  await world.send(mail(), { to: recipients(50), tags });
  const [message] = await world.messages('?email_id=msg_01-A');
  expect(message.destinations).toEqual(recipients(50));
  expect(message.tags).toEqual(Object.fromEntries(tags));
});

test('throttling is TooManyRequestsException with 429', async () => {
  await world.control({ throttle_ratio: 1 });
  await expect(world.send(mail())).rejects.toMatchObject({
    name: 'TooManyRequestsException',
    message: 'Maximum sending rate exceeded.',
    $metadata: { httpStatusCode: 429 },
  });
});

test('the rate counts recipients and is told by the quota', async () => {
  await world.control({ rate_per_second: 5 });
  expect((await world.v2.send(new GetAccountCommand({}))).SendQuota?.MaxSendRate).toBe(5);
  const began = Date.now();
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => world.send(mail())));
  const gained = Math.ceil((5 * (Date.now() - began)) / 1000);
  const taken = answers.filter(({ status }) => status === 'fulfilled').length;
  expect(taken).toBeGreaterThanOrEqual(5);
  expect(taken).toBeLessThanOrEqual(5 + gained);
  expect((await world.messages()).length).toBe(taken);
});

test('an address is verified at once', async () => {
  await world.v2.send(new CreateEmailIdentityCommand({ EmailIdentity: 'one@other.test' }));
  await world.send(mail({ From: 'One@other.test' }));
  await expect(world.send(mail({ From: 'two@other.test' }))).rejects.toMatchObject({
    name: 'MessageRejected',
  });
});

import {
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
  SendEmailCommand as SendEmailV1,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import { CreateEmailIdentityCommand, GetAccountCommand, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mail, startWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await world.verifiedDomain('example.com');
});
afterEach(() => world.close());

type Extra = { to?: string[]; set?: string; tags?: [string, string][] };

function sendV1(raw: Buffer, { to, set, tags = [] }: Extra = {}) {
  const Tags = tags.map(([Name, Value]) => ({ Name, Value }));
  const input = { RawMessage: { Data: raw }, Destinations: to, ConfigurationSetName: set, Tags };
  return world.v1.send(new SendRawEmailCommand(input));
}

function sendV2(raw: Buffer, { to, set, tags = [] }: Extra = {}) {
  const EmailTags = tags.map(([Name, Value]) => ({ Name, Value }));
  const Destination = to && { ToAddresses: to };
  const input = { Content: { Raw: { Data: raw } }, Destination, ConfigurationSetName: set, EmailTags };
  return world.v2.send(new SendEmailCommand(input));
}

const recipients = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.net`);
const MB = 1024 * 1024;

type Refusal = [what: string, raw: () => Buffer, extra: Extra, v1: string, v2: string, text: RegExp];

const refusals: Refusal[] = [
  [
    'an unverified domain',
    () => mail({ From: 'a@other.test' }),
    {},
    'MessageRejected',
    'MessageRejected',
    /^Email address is not verified\. .* US-EAST-1: a@other\.test$/,
  ],
  [
    'a sub domain of a verified one',
    () => mail({ From: 'a@sub.example.com' }),
    {},
    'MessageRejected',
    'MessageRejected',
    /not verified/,
  ],
  [
    'an unverified Sender',
    () => mail({ Sender: 'a@other.test' }),
    {},
    'MessageRejected',
    'MessageRejected',
    /a@other\.test/,
  ],
  [
    '51 recipients',
    mail,
    { to: recipients(51) },
    'InvalidParameterValue',
    'BadRequestException',
    /Recipient count exceeds 50/,
  ],
  ['no recipient', () => mail({ To: '' }), {}, 'InvalidParameterValue', 'BadRequestException', /recipients/],
  [
    'a recipient without a domain',
    mail,
    { to: ['nobody'] },
    'InvalidParameterValue',
    'BadRequestException',
    /Missing final '@domain'/,
  ],
  [
    'an unknown configuration set',
    mail,
    { set: 'unknown' },
    'ConfigurationSetDoesNotExistException',
    'NotFoundException',
    /<unknown> does not exist/,
  ],
  [
    'a tag value with a space',
    mail,
    { tags: [['email_id', 'a b']] },
    'InvalidParameterValue',
    'BadRequestException',
    /tag value/,
  ],
  [
    'a tag value of 257 characters',
    mail,
    { tags: [['email_id', 'a'.repeat(257)]] },
    'InvalidParameterValue',
    'BadRequestException',
    /tag value/,
  ],
  [
    'an empty tag value',
    mail,
    { tags: [['email_id', '']] },
    'InvalidParameterValue',
    'BadRequestException',
    /tag value/,
  ],
  [
    'two Subject fields',
    () => mail({ subject: 'again' }),
    {},
    'InvalidParameterValue',
    'BadRequestException',
    /Duplicate header 'Subject'/,
  ],
  [
    'R74: two References fields',
    () => mail({ References: '<a@b.example>', references: '<c@d.example>' }),
    {},
    'InvalidParameterValue',
    'BadRequestException',
    /Duplicate header 'References'/,
  ],
  [
    'R74: a line of 1,001 octets',
    () => mail({}, `short\r\n${'x'.repeat(999)}\r\n`),
    {},
    'InvalidParameterValue',
    'BadRequestException',
    /Line length/,
  ],
  [
    'R74: a To that is no address',
    () => mail({ To: 'somebody' }),
    {},
    'InvalidParameterValue',
    'BadRequestException',
    /Missing final '@domain'/,
  ],
];

test.each(refusals)("%s is refused under SES's own error names", async (_, raw, extra, v1, v2, text) => {
  await expect(sendV1(raw(), extra)).rejects.toMatchObject({
    name: v1,
    message: expect.stringMatching(text),
  });
  await expect(sendV2(raw(), extra)).rejects.toMatchObject({
    name: v2,
    message: expect.stringMatching(text),
  });
  expect(await world.messages()).toEqual([]);
});

/** A text of so many octets in lines that SES takes. */
const lines = (bytes: number) => `${'x'.repeat(98)}\r\n`.repeat(bytes / 100 + 1).slice(0, bytes);

test('P22: v1 takes 10 MB counted after base64 and v2 takes 40 MB, and not a byte more', async () => {
  const sized = (bytes: number) => mail({}, lines(bytes - mail({}, '').length));

  expect((await sendV1(sized(7.5 * MB))).MessageId).toBeTruthy();
  await expect(sendV1(sized(7.5 * MB + 1))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  expect((await sendV2(sized(7.5 * MB + 1))).MessageId).toBeTruthy();
  await expect(sendV2(sized(40 * MB + 1))).rejects.toMatchObject({ name: 'BadRequestException' });
});

test('50 recipients, and tags of 256 letters, digits, _, -, . and @ are taken', async () => {
  const tags: [string, string][] = [
    ['email_id', 'msg_01-A'],
    ['other', `a.b@c${'x'.repeat(251)}`],
  ];
  await sendV1(mail(), { to: recipients(50), tags });
  const [message] = await world.messages('?email_id=msg_01-A');
  expect(message.destinations).toEqual(recipients(50));
  expect(message.tags).toEqual(Object.fromEntries(tags));
});

test('throttling speaks each protocol: Throttling with 400, TooManyRequestsException with 429', async () => {
  await world.control({ throttle_ratio: 1 });
  const v1 = {
    name: 'Throttling',
    message: 'Maximum sending rate exceeded.',
    $metadata: { httpStatusCode: 400 },
  };
  await expect(sendV1(mail())).rejects.toMatchObject(v1);
  const v2 = { name: 'TooManyRequestsException', $metadata: { httpStatusCode: 429 } };
  await expect(sendV2(mail())).rejects.toMatchObject(v2);
});

test('the rate counts recipients and is told by both quotas', async () => {
  await world.control({ rate_per_second: 5 });
  expect((await world.v1.send(new GetSendQuotaCommand({}))).MaxSendRate).toBe(5);
  expect((await world.v2.send(new GetAccountCommand({}))).SendQuota?.MaxSendRate).toBe(5);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => sendV1(mail())));
  const taken = answers.filter(({ status }) => status === 'fulfilled').length;
  expect(taken).toBeGreaterThanOrEqual(5);
  expect(taken).toBeLessThan(15);
  expect((await world.messages()).length).toBe(taken);
});

test('simple messages of both protocols reach all three kinds of recipients without a Bcc field', async () => {
  const bodies = { Text: { Data: 'Hi & <you>' }, Html: { Data: '<p>Hi</p>' } };
  const Destination = {
    ToAddresses: ['a@example.net'],
    CcAddresses: ['b@example.net'],
    BccAddresses: ['c@example.net'],
  };
  const Subject = { Data: 'Grüße & <more>' };
  const first = await world.v1.send(
    new SendEmailV1({ Source: 'ann@example.com', Destination, Message: { Subject, Body: bodies } }),
  );
  const second = await world.v2.send(
    new SendEmailCommand({
      FromEmailAddress: 'ann@example.com',
      Destination,
      Content: { Simple: { Subject, Body: bodies } },
    }),
  );
  expect(
    (await world.messages()).map(({ destinations }: { destinations: string[] }) => destinations),
  ).toEqual(Array(2).fill(['a@example.net', 'b@example.net', 'c@example.net']));
  for (const id of [first.MessageId, second.MessageId]) {
    const source = await world.source(id ?? '');
    expect(source).toContain('Hi & <you>');
    expect(source).not.toContain('c@example.net');
  }
});

test('an address is verified at once, v1 tells who is verified', async () => {
  await world.v2.send(new CreateEmailIdentityCommand({ EmailIdentity: 'one@other.test' }));
  await world.v2.send(new CreateEmailIdentityCommand({ EmailIdentity: 'waits.test' }));
  await sendV1(mail({ From: 'One@other.test' }));
  await expect(sendV1(mail({ From: 'two@other.test' }))).rejects.toMatchObject({ name: 'MessageRejected' });
  const Identities = ['example.com', 'one@other.test', 'waits.test', 'unknown.test'];
  const { VerificationAttributes } = await world.v1.send(
    new GetIdentityVerificationAttributesCommand({ Identities }),
  );
  expect(VerificationAttributes).toMatchObject({
    'example.com': { VerificationStatus: 'Success' },
    'one@other.test': { VerificationStatus: 'Success' },
    'waits.test': { VerificationStatus: 'Pending' },
  });
  expect(VerificationAttributes).not.toHaveProperty('unknown.test');
});

import { verifyDkim } from './verify-dkim.ts';
import { dkimRecord, mail, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.verifiedDomain('example.com');
});
afterAll(() => world.close());

async function sent(raw: Buffer): Promise<{ id: string; source: string }> {
  const { MessageId = '' } = await world.send(raw);
  return { id: MessageId, source: await world.source(MessageId) };
}

const covered = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
];

test('the outgoing message carries a signature of its domain that verifies and covers what SES covers', async () => {
  const unsubscribe = {
    'List-Unsubscribe': '<https://example.com/u>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  const { source } = await sent(mail(unsubscribe));
  const check = verifyDkim(source, dkimRecord);
  expect(check).toMatchObject({ bodyHash: true, signature: true, domain: 'example.com' });
  expect(check.covered).toEqual(expect.arrayContaining(covered));
});

test.each([
  ['no body at all', ''],
  ['only empty lines', '\r\n\r\n\r\n'],
  ['spaces, tabs and trailing empty lines', 'a  b\t \t c \r\n\t\r\n .\r\n..\r\n\r\n\r\n'],
  ['no line break at the end', 'last line  '],
  ['8-bit text', Buffer.from('Grüße\r\n').toString('latin1')],
  ['a megabyte of spaces', `${' '.repeat(998)}\r\n`.repeat(1_000)],
])('a body of %s verifies', async (_, body) => {
  const { source } = await sent(mail({}, body));
  expect(verifyDkim(source, dkimRecord)).toMatchObject({ bodyHash: true, signature: true });
});

test('folded and long header fields verify', async () => {
  const Subject = `A very${'\r\n  long'.repeat(30)} =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`;
  const { source } = await sent(mail({ Subject }));
  expect(source).toContain(Subject);
  expect(verifyDkim(source, dkimRecord)).toMatchObject({ bodyHash: true, signature: true });
});

test('the check finds a changed field and a changed body', async () => {
  const { source } = await sent(mail());
  expect(verifyDkim(source.replace('Subject: Hello', 'Subject: Hallo'), dkimRecord).signature).toBe(false);
  expect(verifyDkim(source.replace('Hello.', 'Hallo.'), dkimRecord).bodyHash).toBe(false);
});

test('SES puts its own Message-ID, a Date, Feedback-ID and X-SES-Outgoing, and takes Bcc and X-SES- fields away', async () => {
  const { id, source } = await sent(
    mail({
      'Message-ID': '<own@example.com>',
      Bcc: 'eve@example.net',
      'X-SES-Message-Tags': 'a=1',
      'X-Own': 'stays',
    }),
  );
  const header = source.slice(0, source.indexOf('\r\n\r\n'));
  expect(id).toMatch(/^0100[0-9a-f]{12}-[0-9a-f]{8}-[0-9a-f-]{27}-000000$/);
  expect(header).toContain(`\r\nMessage-ID: <${id}@email.amazonses.com>\r\n`);
  expect(header).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\n/);
  expect(header).toMatch(/\r\nFeedback-ID: .+:AmazonSES\r\n/);
  expect(header).toContain('\r\nX-SES-Outgoing: ');
  expect(header).toContain('\r\nX-Own: stays\r\n');
  expect(header).not.toMatch(/own@example.com|^bcc:|eve@|x-ses-message-tags/im);
});

test('R74: bare line feeds go out as CRLF, and the Date is that of SES', async () => {
  const date = 'Mon, 02 Nov 2026 10:00:00 +0100';
  const { source } = await sent(
    Buffer.from(mail({ Date: date }).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  );
  expect(source).not.toMatch(/[^\r]\n/);
  expect(source.match(/^Date: .*$/gim)).toEqual([expect.not.stringContaining('02 Nov 2026')]);
  expect(verifyDkim(source, dkimRecord)).toMatchObject({ bodyHash: true, signature: true });
});

test('the bytes that were handed over are kept as they came', async () => {
  const raw = mail({ Bcc: 'eve@example.net' }, 'x\r\n');
  const { id } = await sent(raw);
  expect(await world.source(id, 'handed')).toBe(raw.toString('latin1'));
});

test('outside us-east-1 the host of the Message-ID is the region (E37)', async () => {
  const far = await startWorld({ region: 'eu-west-1' });
  try {
    await far.verifiedDomain('example.com');
    const { MessageId = '' } = await far.send(mail());
    expect(MessageId).toMatch(/^0102/);
    expect(await far.source(MessageId)).toContain(
      `\r\nMessage-ID: <${MessageId}@eu-west-1.amazonses.com>\r\n`,
    );
  } finally {
    await far.close();
  }
});

import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { buildReceivedEvent } from '../../../shared/domain/events/received-event.ts';
import { cutSummary } from '../../../shared/domain/receiving/cut-summary.ts';
import {
  readAuthor,
  readReceivedHeader,
  readSenders,
  receivedFields,
} from '../../../shared/mail/received/read-header.ts';
import { simpleParser } from '../../support/mime.ts';
import { receivedEmail } from '../../support/received.ts';
import { cases } from '../../support/whole.ts';

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const messageOf = (from: string) => Buffer.from(`From: ${from}\r\nSubject: s\r\n\r\nhi\r\n`, 'latin1');
const headerOf = (from: string) => readReceivedHeader(messageOf(from));

/** What Python's email finds in each text, by its old and its new reader, addresses only. */
const python = `
import json, sys
from email import message_from_string, policy
from email.utils import getaddresses
def new(text):
    message = message_from_string('From: ' + text + '\\n\\n', policy=policy.default)
    try:
        return [address.addr_spec for address in message['from'].addresses]
    except Exception:
        return []
print(json.dumps([[[a for _, a in getaddresses([text])], new(text)] for text in json.load(sys.stdin)]))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;

function readByPython(texts: string[]): string[][] {
  const { stdout, stderr } = spawnSync('python3', ['-c', python], { input: JSON.stringify(texts) });
  if (stdout.length === 0) throw new Error(stderr.toString());
  return (JSON.parse(stdout.toString()) as string[][][]).flat();
}

/** What programs that show mail would take for an address. */
const found = (addresses: (string | undefined)[]) => addresses.filter((one) => one?.includes('@'));

async function readByNode(text: string): Promise<string[][]> {
  const flat = addressparser(text, { flatten: true }).map(({ address }) => address);
  const { from } = await simpleParser(`From: ${text}\r\n\r\n`);
  return [flat, (from?.value ?? []).map(({ address }) => address)];
}

/** Bits of a From field with which a forger could make two readers see two senders. */
const words = [
  ...'ceo@bank.example|<ceo@bank.example>|Bank|a@evil.example|<a@evil.example>|bob@localhost'.split('|'),
  ...'=?utf-8?q?ceo=40bank.example?=|=?utf-8?q?=3Cceo=40bank.example=3E?='.split('|'),
  ...'=?utf-8?b?IiwgPGNlb0BiYW5rPg==?=|=?utf-8?q?=0A_x?=|=?utf-8?q?=22?=|=?utf-8?q?a_(,:;)?='.split('|'),
  ...'=?utf-8?q?|?=|"|\\|\\"|(|)|<|>|,|;|:|@|.|[|]|\'| |  |\t|\r\n |\0|\xe9|Group:'.split('|'),
  ...'"ceo@bank.example"|"<ceo@bank.example>"|"Bank <ceo@bank.example>"|(ceo@bank.example)'.split('|'),
  ...'"a b"|@[1.2.3.4]|"a<b>"@evil.example|"ceo@bank.example"@evil.example|@evil.example'.split('|'),
  ...'@bank.example:a@evil.example'.split('|'),
  ...['é', '\u2028', '\u00a0', '\u202e', '＠', '😀'].map(utf8),
];
const field = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 })
  .map((bits) => bits.join(''));

/** Every text that is shown, with the one address that readers may find in it. */
const shown = fc
  .sample(
    fc.oneof(
      field,
      field.map((bits) => `${bits} <a@evil.example>`),
    ),
    { numRuns: cases(1_000, 250), seed: 76 },
  )
  .map((written) => {
    const { from, from_address: address } = headerOf(written);
    return { written, text: from, address };
  });

test('in what `from` shows, Node finds the address that DMARC looked at and no other [R76]', async () => {
  for (const { written, text, address } of shown) {
    const wanted = address === '' ? [] : [address];
    const readers = await readByNode(text);
    expect({ written, text, readers: readers.map(found) }).toEqual({
      written,
      text,
      readers: [wanted, wanted],
    });
    expect(readAuthor(messageOf(written)).address.split('@')[0]).toBe(address.split('@')[0]);
  }
});

(hasPython ? test : test.skip)("so do both readers of Python's email [R76]", () => {
  const readers = readByPython(shown.map(({ text }) => text));
  shown.forEach(({ written, text, address }, i) => {
    const wanted = address === '' ? [] : [address];
    const read = readers.slice(2 * i, 2 * i + 2).map(found);
    expect({ written, text, read }).toEqual({ written, text, read: [wanted, wanted] });
  });
});

const senders: [written: string, from: string, address: string, several: boolean][] = [
  // The address has not the form that we send to: its name is quoted all the same.
  ['"ceo@bank.example" <bob@localhost>', '"ceo@bank.example" <bob@localhost>', 'bob@localhost', false],
  ['"Bank <ceo@bank.example>" <x@evil>', '"Bank <ceo@bank.example>" <x@evil>', 'x@evil', false],
  ['=?utf-8?q?=3Cceo=40bank.example=3E?= <x@evil>', '"<ceo@bank.example>" <x@evil>', 'x@evil', false],
  // The mailbox is shown, not the text in front of it.
  ['=?utf-8?q?ceo=40bank.example?=, <a@evil.example>', 'a@evil.example', 'a@evil.example', false],
  ['=?utf-8?q?ceo=40bank.example?=', '"ceo@bank.example":;', '', false],
  ['a@evil.example@bank.example', '"a@evil.example@bank.example":;', '', false],
  [`${'a'.repeat(320)}@evil.example`, `"${'a'.repeat(320)}@evil.example":;`, '', false],
  ['a@evil.example, ceo@bank.example', 'a@evil.example', 'a@evil.example', true],
  ['Team: a@evil.example, ceo@bank.example;', 'a@evil.example', 'a@evil.example', true],
  ['Team: a@evil.example;', 'a@evil.example', 'a@evil.example', false],
  ['=?utf-8?Q?Caf=C3=A9_(Shop)?= <a@x.example>', '"Café (Shop)" <a@x.example>', 'a@x.example', false],
  ['=?utf-8?q?Re:_Doe, J;?= <a@x.example>', '"Re: Doe, J;" <a@x.example>', 'a@x.example', false],
  // A word that holds an address hides no mailbox.
  ['=?utf-8?q?,ceo@bank.example,?= <a@evil.example>', 'ceo@bank.example', 'ceo@bank.example', true],
  ['a@evil.example\r\nFrom: ceo@bank.example', 'a@evil.example', 'a@evil.example', true],
];
test.each(senders)('From: %s [R76]', (written, from, from_address, several_authors) => {
  expect(headerOf(written)).toMatchObject({ from, from_address, several_authors });
  expect(readAuthor(messageOf(written))).toEqual({ address: from_address, several: several_authors });
});

test('what is cut to fit a list still shows the address that was looked at [R76]', () => {
  const name = `"<ceo@bank.example> ${'x'.repeat(5_000)}"`;
  const long = `${'a'.repeat(280)}@bank.example.evil.example`;
  const cut = cutSummary(
    receivedEmail({
      account: 'acc_1',
      id: 'inb_1',
      from: `${name} <a@evil.example>`,
      to: Array.from({ length: 50 }, () => `${name} <b@evil.example>`),
      cc: [long, `${name}:;`],
    }),
  );
  expect(cut.from).toBe('a@evil.example');
  expect([...new Set(cut.to)]).toEqual(['b@evil.example']);
  expect(cut.cc).toEqual([long, '']);
  expect(buildReceivedEvent(cut, { made_at: 0 }).data.truncated).toBe(true);
});

test('the event of a summary that fits is not marked as truncated [E26]', () => {
  const email = cutSummary(receivedEmail({ account: 'acc_1', id: 'inb_1' }));
  expect(buildReceivedEvent(email, { made_at: 0 }).data).not.toHaveProperty('truncated');
});

/** Longer than the longest line of a message. */
const long = 'a'.repeat(1_000);
test.each([
  'spam@spam.example',
  `spam@spam.example (${long})`,
  `"${long}" <spam@spam.example>`,
  `(${long}) <spam@spam.example>`,
  `<spam@spam.example> (${long} <)`,
  `<spam@spam.example> (${long} <b@ok.example>)`,
  `<spam@spam.example> (${long} (<@) \\) <b@ok.example>)`,
  `(<b@ok.example>) "(" <spam@spam.example> (${long} <b@ok.example>)`,
  `<spam@spam.example> "${long}<"`,
  `S <spam@spam.example> ${' '.repeat(1_000)} <`,
  `S <spam@spam.example> ${long}<`,
  `S <spam@spam.example>, "${long}" <b@ok.example>`,
  `"${long} <b@ok.example>" <spam@spam.example> ${long}<`,
  `${long} spam@spam.example`,
  `${long} <spam@spam.example> ${long}<`,
  `"${long}" (<b@ok.example>) "a@ok.example ${long}" <spam@spam.example> "${long}" <b@ok.example>`,
])('the author by whom a message is blocked is the one that is shown (%#) [N46]', (from) => {
  expect(headerOf(from).from_address).toBe('spam@spam.example');
  expect(readSenders(receivedFields(messageOf(from)), '')).toContain('spam@spam.example');
});

test.each([
  'a@b@spam.example',
  '"a<b"@spam.example',
  '@spam.example',
  'x@spam(c).example',
  'x@spam .example',
  'a: <<x@spam.example>>:',
  '(x@spam.example',
  'x@spam.example.',
  `${'a'.repeat(400)}@${'b.'.repeat(200)}spam.example`,
  ...[983, 990, 998, 2_000].map((length) => `@${'a'.repeat(length)}:x@spam.example`),
])('a text that is not one mailbox still names the domain of its sender (%#) [R82]', (from) => {
  const senders = readSenders(receivedFields(messageOf(from)), '') ?? [];
  expect(senders.some((sender) => /[@.]spam\.example\.?$/.test(sender))).toBe(true);
});

test('a From that is too long to be read whole, or past the limits of a header, is unknown [R82]', () => {
  const senders = (message: string) => readSenders(receivedFields(Buffer.from(message)), 'a@x.example');
  expect(senders(`From: "${'a'.repeat(17_000)}" <a@x.example>\r\n\r\n`)).toBeNull();
  expect(senders(`${'From: a@x.example\r\n'.repeat(900)}From: ${'a '.repeat(4_000)}\r\n\r\n`)).toBeNull();
  expect(senders(`From: a@x.example\r\n${'X: y\r\n'.repeat(1_000)}\r\n`)).toBeNull();
  expect(senders('From: root\r\n\r\n')).toEqual(['a@x.example']);
  expect(senders('Subject: s\r\n\r\n')).toEqual(['a@x.example']);
});

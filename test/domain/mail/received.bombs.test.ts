import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { createMessageReader } from '../../../shared/mail/received/in-thread.ts';
import { readReceived } from '../../../shared/mail/received/read-received.ts';
import { withCpu } from '../../support/cpu.ts';
import { cases } from '../../support/whole.ts';

const read = createMessageReader(resolve('functions/receive/parse-thread.ts'));

const head = 'From: a@x.example\r\nSubject: bomb\r\n';
const deep = (depth: number) =>
  Array.from(
    { length: depth },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  ).join('');
const mb = 1024 * 1024;

/** Messages that are made to be expensive, each as large as port 25 takes or as its kind needs. */
const bombs: Record<string, () => string> = {
  'levels without an end': () => head + deep(20_000),
  'a million parts': () =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(1_000_000)}`,
  'parts without an end': () =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: a/b\r\n\r\nx\r\n'.repeat(500_000)}`,
  'boundaries that begin alike': () => `${head}${deep(49)}${`--b${'0'.repeat(60)}\r\n`.repeat(300_000)}`,
  'header fields': () => `${head}${'X-A: b\r\n'.repeat(2_000_000)}\r\nhi`,
  'one header line of 20 MB': () => `${head}X: ${'y'.repeat(20 * mb)}\r\n\r\nhi`,
  'folded lines': () => `${head}X: y\r\n${' z\r\n'.repeat(4_000_000)}\r\nhi`,
  addresses: () => `${head}To: ${'a@x.example, '.repeat(20_000)}\r\n\r\nhi`,
  'nested groups and comments': () => `${head}To: ${'('.repeat(100_000)}${'a:'.repeat(50_000)}\r\n\r\nhi`,
  'quotes without an end': () => `${head}To: ${'"\\'.repeat(120_000)}\r\n\r\nhi`,
  'angle brackets': () => `${head}References: ${'<'.repeat(250_000)}\r\n\r\nhi`,
  'encoded words': () => `From: a@x.example\r\nSubject: ${'=?utf-8?q?=C3=A9?= '.repeat(12_000)}\r\n\r\nhi`,
  'encoded words without an end': () =>
    `From: a@x.example\r\nSubject: ${'=?utf-8?q?'.repeat(25_000)}\r\n\r\nhi`,
  charsets: () =>
    `From: a@x.example\r\nSubject: ${Array.from({ length: 8_000 }, (_, i) => `=?cs-${i}?b?w6k=?=`).join(' ')}\r\n\r\nhi`,
  parameters: () => `${head}Content-Type: text/plain${'; a*0*=x'.repeat(30_000)}\r\n\r\nhi`,
  'pieces of a name': () =>
    `${head}Content-Type: a/b${Array.from({ length: 18_000 }, (_, i) => `; n*${i}*=%41`).join('')}\r\n\r\nhi`,
  spaces: () => `${head}Content-Type:${' '.repeat(250_000)}text/plain;${' '.repeat(1_000)}\r\n\r\nhi`,
  'nested html': () => `${head}Content-Type: text/html\r\n\r\n${'<div>'.repeat(4 * mb)}`,
  'base64 that is none': () =>
    `${head}Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n${'=?!-_ \t'.repeat(3 * mb)}`,
  'base64 in one line': () =>
    `${head}Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n${'QUJD'.repeat(6 * mb)}`,
  'quoted-printable': () =>
    `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=\t'.repeat(10 * mb)}`,
  'one line of 25 MB': () => `${head}\r\n${'x'.repeat(25 * mb)}`,
  'empty lines': () => `${head}\r\n${'\r\n'.repeat(12 * mb)}`,
  dashes: () => `${head}Content-Type: multipart/mixed; boundary=-\r\n\r\n${'\r\n--'.repeat(5 * mb)}`,
  'utf-16 without an end': () =>
    `${head}Content-Type: text/plain; charset=utf-16\r\n\r\n${'\xd8\x00'.repeat(5 * mb)}`,
  'iso-2022-jp': () =>
    `${head}Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${'\x1b$B'.repeat(8 * mb)}`,
  'messages in messages': () => `${head}${'Content-Type: message/rfc822\r\n\r\n'.repeat(100_000)}`,
  'names of 250 KB': () =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\nContent-Type: a/b; name="${'é/'.repeat(10_000)}"\r\n\r\nx\r\n`.repeat(200)}--b--`,
};

test.each(Object.entries(bombs))(
  '%s: read within its limits, its header is there [R52]',
  async (_, make) => {
    const message = Buffer.from(make(), 'latin1');
    const before = process.memoryUsage.rss();
    const { result, cpu_ms } = await withCpu(() => read(message));
    const { header, body } = result;
    const grown = (process.memoryUsage.rss() - before) / mb;
    if (process.env.BOMBS)
      process.stderr.write(`${_}: ${cpu_ms.toFixed(0)} ms, ${grown.toFixed(0)} MB, ${body.parse_error}\n`);
    // A thread that must be started again is not part of the reading.
    expect(cpu_ms).toBeLessThan(8_000);
    expect([null, 'limits', 'time']).toContain(body.parse_error);
    expect(header.headers.length).toBeGreaterThan(0);
    expect(header.headers.length).toBeLessThanOrEqual(1_000);
  },
  30_000,
);

test('the reader serves on after each of them [R52]', async () => {
  const { body } = await read(Buffer.from(`${head}\r\nhi`));
  expect(body).toMatchObject({ text: 'hi', parse_error: null });
});

/** Real ones, as mail programs write them, in small. */
const originals = [
  `${head}Content-Type: multipart/alternative; boundary="=_a"\r\n\r\npre\r\n--=_a\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe =\r\nxx\r\n--=_a\r\nContent-Type: text/html; charset="iso-8859-1"\r\n\r\n<b>\xe9</b>\r\n--=_a--\r\nepilogue\r\n`,
  `${head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: message/rfc822\r\n\r\nSubject: in\r\n\r\nx\r\n--m\r\nContent-Type: application/pdf; name*0*=utf-8''a%20; name*1=b.pdf\r\nContent-Disposition: attachment; filename="=?utf-8?b?w6kucGRm?="\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQK\r\n--m--\r\n`,
  `Return-Path: <a@x>\r\nReceived: from a by b; x\r\n${head}To: Team: a@x.example, "B, C" <b@x.example>;\r\nCc: =?iso-2022-jp?B?GyRCRnwbKEI=?= <j@x.example>\r\nReferences: <1@x>\r\n\t<2@x>\r\nContent-Type: text/plain; charset=iso-2022-jp\r\n\r\n\x1b$BF|\x1b(B\r\n`,
].map((text) => Buffer.from(text, 'latin1'));

const mutation = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'double', 'insert', 'swap'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 40 }),
  octets: fc.uint8Array({ minLength: 1, maxLength: 12 }),
});

function mutate(
  message: Buffer,
  { kind, at, length, octets }: typeof mutation extends fc.Arbitrary<infer M> ? M : never,
) {
  const from = Math.floor(at * message.length);
  const [front, piece, back] = [
    message.subarray(0, from),
    message.subarray(from, from + length),
    message.subarray(from + length),
  ];
  if (kind === 'flip')
    return Buffer.concat([front, Buffer.from(octets), message.subarray(from + octets.length)]);
  if (kind === 'cut') return Buffer.concat([front, back]);
  if (kind === 'double') return Buffer.concat([front, piece, piece, back]);
  if (kind === 'insert') return Buffer.concat([front, Buffer.from(octets), piece, back]);
  return Buffer.concat([piece, front, back]);
}

/** `npm run check -- soak:mutations` makes 100,000 of them. */
const mutations = cases(100_000, 1_000);

test('no mutation of a real message ends without a record [R52]', () => {
  const each = fc.tuple(fc.constantFrom(...originals), fc.array(mutation, { minLength: 1, maxLength: 8 }));
  const property = fc.property(each, ([original, changes]) => {
    const message = changes.reduce(mutate, original);
    const { header, body } = readReceived(message);
    const texts = [header.from, header.subject, ...header.to, body.text ?? '', body.html ?? ''];
    const isSound =
      (body.parse_error === null || body.parse_error === 'malformed') &&
      texts.every((text) => text.isWellFormed()) &&
      body.files.every(
        ({ filename }) => !/^$|[/\\\p{Cc}]|[. ]$/u.test(filename) && Buffer.byteLength(filename) <= 255,
      );
    return isSound && JSON.stringify({ header, body }).length > 0;
  });
  fc.assert(property, { numRuns: mutations });
}, 3_600_000);

import { pathToFileURL } from 'node:url';
import { isAppError } from '../../shared/core/errors.ts';
import { readSenders, receivedFields } from '../../shared/mail/received/read-header.ts';
import { createReader } from '../../shared/smtp/reader.ts';

const kb = 1024;
const message = (field: string, body = 'x') =>
  Buffer.from(`From: a@x.example\r\nTo: b@x.example\r\nSubject: s\r\n${field}\r\n\r\n${body}`, 'latin1');

/** As often as it fits into `size` bytes. */
const filled = (unit: string, size: number) => unit.repeat(Math.floor(size / unit.length));

const headers: [string, string][] = [
  ['Reply-To: ', 'a@b.cc,'],
  ['Reply-To: ', '"a" <a@b.c>,'],
  ['Reply-To: ', 'a:b;'],
  ['X-A: ', '=?utf-8?q?a?= '],
  ['Content-Type: ', 'a;name*0=b;'],
  ['Content-Disposition: ', 'a:b;'],
  ['', 'A:\r\n'],
];
const bodies: [string, string][] = [
  ['X-A: b', '\r\n'],
  ['Content-Transfer-Encoding: quoted-printable\r\nX-Service-Unsubscribe: true', '=\r\n'],
  ['Content-Transfer-Encoding: base64\r\nX-Service-Unsubscribe: true', 'AAAA'],
  ['X-Service-Unsubscribe: true', '{{unsubscribe_url}} '],
  ['Content-Type: multipart/mixed; boundary=b', '--b\r\n\r\n\r\n'],
];

const multipart = 'X-Service-Unsubscribe: true\r\nContent-Type: multipart/mixed; boundary=b';
const comments = '--b\r\nContent-Type: text/plain; ';

/** Whose other thread cannot start: what it resolves or refuses was read by the event loop. */
const read = createReader(pathToFileURL('/no/such/thread.js'));

async function readHere(message: Buffer): Promise<void> {
  await read(message).catch((error) => {
    if (!isAppError(error)) throw error;
  });
}

/** CPU milliseconds of the event loop's thread; the least of several, since a busy machine only adds to it. */
async function leastCost(work: () => unknown): Promise<number> {
  const costs: number[] = [];
  // On a busy machine the compiler, which has no thread of its own in tests, comes late.
  for (let i = 0; i < 40 && !costs.some((ms) => ms < 25); i++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return Math.min(...costs);
}

test.each(headers)('%s%j as a header of 128 KB is read in another thread [R31]', async (field, unit) => {
  await expect(readHere(message(field + filled(unit, 127 * kb)))).rejects.toThrow();
});

test.each([
  ...headers.map(([field, unit]) => message(field + filled(unit, 15 * kb), filled('a b\r\n', 110 * kb))),
  ...bodies.map(([field, unit]) => message(field, filled(unit, 127 * kb))),
  ...['(a)', '((a))', '(', '\\('].map((unit) => message(multipart, `${comments}${filled(unit, 120 * kb)}`)),
])('what the event loop reads by itself costs it 50 ms at most (%#) [R31]', async (small) => {
  expect(await leastCost(() => readHere(small))).toBeLessThan(50);
});

test.each(['a:\r\n', ' \r\n', ' ,\r\n', 'From: a@b.c\r\n', 'Received: a\r\n'])(
  'what the receiver reads of a header of %j costs the event loop 50 ms at most [R31]',
  async (unit) => {
    const head = Buffer.from(`From: a\r\n${filled(unit, 256 * kb)}`);
    expect(await leastCost(() => readSenders(receivedFields(head), ''))).toBeLessThan(50);
  },
);

import { decodeTransfer } from '../../../shared/mail/mime/transfer.ts';
import { readSenders, receivedFields } from '../../../shared/mail/received/read-header.ts';
import { readReceived } from '../../../shared/mail/received/read-received.ts';
import { withCrlf } from '../../../shared/mail/received/with-crlf.ts';
import { readRelayed } from '../../support/read-relayed.ts';

const bytes = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const read = (...lines: string[]) => readReceived(bytes(...lines));
const textOf = (type: string, ...body: string[]) => read('From: a@x.example', type, '', ...body).body.text;

const trace = ['Return-Path: <a@x.example>', 'Received: from mx.x.example', ' by inbound.example.test; now'];
const stored = [
  'From: Ada <ada@x.example>',
  'Subject: s',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'hi',
  '--b',
  'Content-Type: a/b; name=f',
  '',
  'F',
  '--b--',
];

test.each([
  ['', ''],
  ['\n', '\r\n'],
  ['\r', '\r'],
  ['\r\n', '\r\n'],
  ['\n\r', '\r\n\r'],
  ['\n\n\r\n', '\r\n\r\n\r\n'],
  ['\r\r\n\n', '\r\r\n\r\n'],
  ['\na\r\nb\rc\n', '\r\na\r\nb\rc\r\n'],
  ['\xe9\n\xff', '\xe9\r\n\xff'],
])('R58: with its bare line feeds as line breaks, %j is %j', (given, written) => {
  expect(withCrlf(Buffer.from(given, 'latin1')).toString('latin1')).toBe(written);
});

test.each([
  'From ada@x.example Fri Nov 26 21:40:36 2004',
  'From - Fri Nov 26 21:40:36 2004',
  '>From ada Fri',
])('R52: the line `%s` of a mailbox file before the header is no reason to read no header', (line) => {
  for (const before of [trace, []]) {
    const message = bytes(...before, line, ...stored);
    const { header, body } = readReceived(message);
    expect([header.from, header.subject, body.text, body.parse_error]).toEqual([
      'Ada <ada@x.example>',
      's',
      'hi',
      null,
    ]);
    expect(body.files.map(({ filename, size }) => [filename, size])).toEqual([['f', 1]]);
    expect(readSenders(receivedFields(message), '')).toEqual(['ada@x.example']);
  }
});

test('R52: such a line behind the first field of the sender, or before none, is text', () => {
  const { header, body } = read(...trace, 'Subject: s', 'From ada Fri Nov 26', 'To: b@y.example', '', 'hi');
  expect([header.subject, header.to, body.text]).toEqual([
    's',
    [],
    'From ada Fri Nov 26\r\nTo: b@y.example\r\n\r\nhi',
  ]);
  expect(read(...trace, 'From here to there', 'it is far').body).toMatchObject({
    text: 'From here to there\r\nit is far',
    parse_error: 'malformed',
  });
});

const chunked = ['aGVsbG8=', 'd29y', 'bGQ=', 'IQ==', ''];

test('R50: base64 that was encoded in pieces, each padded, is read to its end', () => {
  expect(textOf('Content-Transfer-Encoding: base64', ...chunked)).toBe('helloworld!');
  const decoded = (text: string) => decodeTransfer(Buffer.from(text), 'base64').toString('latin1');
  for (const [text, value] of [
    ['aGVsbG8', 'hello'],
    ['aGVs*bG8=\r\n', 'hello'],
    ['IQ=\r\n=\r\nIQ==', '!!'],
    ['aGVsbG8=\r\n\r\n-- \r\nfooter', 'hello'],
    ['aGVsbG8=\r\n____', 'hello'],
    ['aGVsbG8=d29', 'hello'],
    ['aGVsbG8=====', 'hello'],
    ['', ''],
    ['=', ''],
  ] as const)
    expect([text, decoded(text)]).toEqual([text, value]);
});

test('R48: UTF-16 is read by its byte order mark, and a charset ends before a comment', () => {
  const type = (charset: string) =>
    `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64`;
  const texts = ['/v8AaADpAGw=', '//5oAOkAbAA='].map((body) => textOf(type('utf-16'), body));
  expect(texts).toEqual(['hél', 'hél']);
  expect(textOf('Content-Type: text/plain; charset=iso-8859-15 (euro)', '\xa4')).toBe('€');
});

test('R9: two relayed messages whose base64 differs behind the first piece are two emails', () => {
  const header = ['From: a@x.example', 'Content-Transfer-Encoding: base64', ''];
  const [one, other] = ['IQ==', 'Pw=='].map((end) => readRelayed(bytes(...header, 'aGVsbG8=', end)).digest);
  expect(one).not.toBe(other);
});

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
  ['\r', '\r'],
  ['\n\r', '\r\n\r'],
  ['\r\r\n\n', '\r\r\n\r\n'],
  ['\na\r\nb\rc\n', '\r\na\r\nb\rc\r\n'],
  ['\xe9\n\xff', '\xe9\r\n\xff'],
])('with its bare line feeds as line breaks, %j is %j [R58]', (given, written) => {
  expect(withCrlf(Buffer.from(given, 'latin1')).toString('latin1')).toBe(written);
});

test.each([
  'From ada@x.example Fri Nov 26 21:40:36 2004',
  'From - Fri Nov 26 21:40:36 2004',
  '>From ada Fri',
])('the line `%s` of a mailbox file before the header is no reason to read no header [R52]', (line) => {
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

test('such a line behind the first field of the sender is skipped; R52: before none it is text [R85]', () => {
  const { header, body } = read(...trace, 'Subject: s', 'From ada Fri Nov 26', 'To: b@y.example', '', 'hi');
  expect([header.subject, header.to, body.text]).toEqual(['s', ['b@y.example'], 'hi']);
  expect(read(...trace, 'From here to there', 'it is far').body).toMatchObject({
    text: 'From here to there\r\nit is far',
    parse_error: 'malformed',
  });
});

const chunked = ['aGVsbG8=', 'd29y', 'bGQ=', 'IQ==', ''];

test('base64 that was encoded in pieces, each padded, is read to its end [R50]', () => {
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

test('UTF-16 is read by its byte order mark, and a charset ends before a comment [R48]', () => {
  const type = (charset: string) =>
    `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64`;
  const texts = ['/v8AaADpAGw=', '//5oAOkAbAA='].map((body) => textOf(type('utf-16'), body));
  expect(texts).toEqual(['hél', 'hél']);
  expect(textOf('Content-Type: text/plain; charset=iso-8859-15 (euro)', '\xa4')).toBe('€');
});

test('two relayed messages whose base64 differs behind the first piece are two emails [R9]', () => {
  const header = ['From: a@x.example', 'Content-Transfer-Encoding: base64', ''];
  const [one, other] = ['IQ==', 'Pw=='].map((end) => readRelayed(bytes(...header, 'aGVsbG8=', end)).digest);
  expect(one).not.toBe(other);
});

test.each([
  [['Subject: s', 'broken by a program', 'To: b@y.example', '', 'hi'], 's', ['b@y.example'], 'hi'],
  [
    ['Subject: s', 'no field', 'nor this', 'To: b@y.example', '', 'hi'],
    's',
    [],
    'no field\r\nnor this\r\nTo: b@y.example\r\n\r\nhi',
  ],
  [
    ['Subject: s', 'no field', ' folded: x', 'To: b@y.example'],
    's',
    [],
    'no field\r\n folded: x\r\nTo: b@y.example',
  ],
  [['Subject: s', 'no field', '', 'To: b@y.example'], 's', [], 'no field\r\n\r\nTo: b@y.example'],
])(
  'a line without a colon is skipped where a field follows, else ends the header (%#) [R85]',
  (lines, subject, to, text) => {
    const { header, body } = read(...trace, ...lines);
    expect([header.subject, header.to, body.text]).toEqual([subject, to, text]);
  },
);

test('in a part, too, but never a boundary line [R85]', () => {
  const parts = [
    '--b',
    'Content-Type: text/plain',
    'no field',
    'X-A: b',
    '',
    'one',
    '--b',
    'X-A: b',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>two',
    '--b--',
  ];
  const { body } = read('From: a@x.example', 'Content-Type: multipart/mixed; boundary=b', '', ...parts);
  expect([body.text, body.html, body.files]).toEqual(['one\n', '<p>two', []]);
});

test.each(['multipart/mixed; boundary=b', 'multipart/alternative', 'multipart/related; boundary="--"'])(
  'a multipart without a boundary line is one text: %s [R85]',
  (type) => {
    expect(read('From: a@x.example', `Content-Type: ${type}`, '', 'Hello,', '--c', 'Ada').body).toMatchObject(
      {
        text: 'Hello,\r\n--c\r\nAda',
        html: null,
        files: [],
        parse_error: null,
      },
    );
    const inner = ['--o', `Content-Type: ${type}`, '', 'Hello', '--o--'];
    const outer = 'Content-Type: multipart/mixed; boundary=o';
    expect(read('From: a@x.example', outer, '', ...inner).body).toMatchObject({ text: 'Hello', files: [] });
  },
);

test.each([
  ['<a@x.example>', ['<a@x.example>'], false],
  ['=?utf-8?Q?=3Ca=40x=2Eexample=3E?=', ['<a@x.example>'], false],
  ['=?us-ascii?Q?<a@x?=\r\n =?us-ascii?Q?.example>?=', ['<a@x.example>'], false],
  ['=?utf-8?B?PGFAeC5leGFtcGxlPiA8YkB4LmV4YW1wbGU+?=', ['<a@x.example>', '<b@x.example>'], false],
  ['<a@x.\r\n example> <b@x.example>', ['<a@x.example>', '<b@x.example>'], false],
  ['your message of <a@x.example>', ['<a@x.example>'], false],
  ['<> < >', [], false],
  ['a@x.example', ['<a@x.example>'], true],
  ['a@x.example b', [], true],
  ['a@b@x.example', [], true],
])('ids of %j [R83]', (value, ids, bare) => {
  const { header } = read(
    ...['Message-ID', 'In-Reply-To', 'References'].map((name) => `${name}: ${value}`),
    '',
    'hi',
  );
  expect(header.in_reply_to).toBe(ids[0] ?? null);
  expect([header.message_id, header.references]).toEqual(bare ? [null, []] : [ids[0] ?? null, ids]);
});

import { tmpdir } from 'node:os';
import { isAppError } from '../../shared/core/errors.ts';
import '../../shared/mail/mime/iconv.ts';
import { decodeBody } from '../../shared/mail/mime/charset.ts';
import { mimeLimits } from '../../shared/mail/mime/scan.ts';
import { decodeTransfer } from '../../shared/mail/mime/transfer.ts';
import { fieldsWithOriginalId, originalId } from '../../shared/mail/original-id.ts';
import { readReceivedHeader, readSenders, receivedFields } from '../../shared/mail/received/read-header.ts';
import { readReceived } from '../../shared/mail/received/read-received.ts';
import { withCrlf } from '../../shared/mail/received/with-crlf.ts';
import { receiveBody } from '../../shared/smtp/body.ts';
import { createDots } from '../../shared/smtp/dots.ts';
import { readRelayed } from '../support/read-relayed.ts';
import {
  kb,
  mapShapes,
  mb,
  numbered,
  type Parser,
  parser,
  product,
  repeat,
  repeats,
  type Shape,
} from './parser.ts';

/** The bytes of one socket read. */
const read_bytes = 64 * kb;

/** The bytes between DATA and the dot, as a connection gives them to a session, read by read. */
async function* readOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(`${text}\r\n.\r\n`);
  const dots = createDots();
  for (let at = 0; at < bytes.length; at += read_bytes)
    yield dots(bytes.subarray(at, at + read_bytes)).octets;
}

async function receive(text: string): Promise<void> {
  const message = await receiveBody(readOf(text), { folder: tmpdir(), cut: () => {} });
  if (message.state === 'complete') await message.discard();
}

/** A message with these bytes as parameters of its own type, of a file's type, and of one without its semicolon. */
const withParameters = (text: string) =>
  Buffer.from(
    `From: a@x.example\r\nContent-Type: multipart/mixed; boundary=b; \xe9; ${text}\r\n\r\n--b\r\nContent-Type: text/x; ${text}\r\n\r\nhi\r\n--b\r\nContent-Type: text/x ${text}\r\n\r\nhi\r\n--b--\r\n`,
    'latin1',
  );

/** A thousand parts, the maximum, with this text in each header. */
const inParts =
  (field: Shape<string>): Shape<Buffer> =>
  (size) => {
    const part = `--b\r\nContent-Type: text/plain\r\n${field(size / 995 - 30)}\r\n\r\nx\r\n`;
    const head = 'From: a@x.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
    return Buffer.from(`${head}${part.repeat(995)}--b--\r\n`, 'latin1');
  };

/** A message of HTML parts without a charset label, each with these bytes where its own charset could be. */
function withHtmlParts(text: string): Buffer {
  const parts = text.match(/.{1,1024}/gs) ?? [];
  const written = parts.map((part) => `--b\r\nContent-Type: text/html\r\n\r\n${part}\r\n`).join('');
  return Buffer.from(
    `From: a@x.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${written}--b--\r\n`,
    'latin1',
  );
}

/**
 * Small ones are parsed in the process of all sessions (R31). Their lines are too long to send, which is found last.
 */
function relay(message: Buffer): unknown {
  try {
    return readRelayed(message);
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

const parameters = {
  ...repeats(
    ['.', ' ', '. ', ':', '%2e', '=?', '=?utf-8?q?', '=??q?', '?', '=', '/', '"', '\\', ';', 'a'],
    'name="',
    'x"',
  ),
  ...repeats([
    'a',
    '*',
    '*0',
    ' ',
    '\t',
    ';',
    '*0*=',
    'a*0*=b;',
    '%0a',
    '(',
    '(a)',
    'a ',
    'a  ',
    'a,',
    'a*,',
    ',',
    'a=',
  ]),
  'a charset with a line break': repeat('*', "charset*=utf-8''", '%0ax'),
};

/** A stranger's message, which needs no login at port 25. */
export const smtpParsers: Parser[] = [
  parser(
    'parameters of a relayed message',
    mimeLimits.header_bytes - kb,
    (text) => relay(withParameters(text)),
    parameters,
  ),
  parser('headers of the parts of a relayed message', 8 * mb, relay, {
    'a description': inParts(repeat('\xe4', 'Content-Description: ')),
    words: inParts(repeat('=?utf-8?q?=C3?= =?utf-8?q?=A4?= \xe4 ', 'Content-Description: ')),
    folds: inParts(repeat('\xe4\r\n ', 'X: ', 'a')),
    'ids in brackets': inParts(repeat('<\xe4> ', 'References: ')),
    'carriage returns': inParts(repeat('\xe4\r', 'X: ')),
  }),
  parser('fields and parameters of the parts of a relayed message', mimeLimits.header_bytes, relay, {
    fields: inParts(repeat('X: \xe4\r\n', '', 'X: a')),
    'a value': inParts(repeat('\xe4', 'Content-Disposition: inline; x="', '"')),
    'values in pieces': inParts(repeat('; x*0="\xe4"', 'Content-Disposition: inline')),
    names: inParts(numbered((i) => `; p${i}="\xe4"`, 'Content-Disposition: inline')),
    backslashes: inParts(repeat('\\\xe4', 'Content-Disposition: inline; x="')),
  }),
  parser(
    'ids of a relayed message',
    mimeLimits.header_bytes,
    (text) => [
      originalId(text),
      fieldsWithOriginalId(`References: ${text}\r\n`, '<a@b>'),
      fieldsWithOriginalId(`${text}\r\n`, '<a@b>'),
    ],
    repeats([
      '<',
      '<a',
      '<a@b> ',
      '>',
      'a',
      '@',
      ' ',
      '\r\n ',
      '\r',
      'X: a\r\n',
      '=?utf-8?q?',
      '=?utf-8?q?a?= ',
    ]),
  ),
  parser(
    'parameters of a received message',
    mimeLimits.header_bytes - kb,
    (text) => readReceived(withParameters(text)),
    parameters,
  ),
  parser('charsets that html names', mb, (text) => readReceived(withHtmlParts(text)), {
    ...repeats(['<meta ', '<meta charset', 'charset=', ' ', '<meta charset=\t\t\t', '<!--']),
    'many beginnings and blanks': repeat(`${'<meta '.repeat(100)}charset=${' '.repeat(416)}`),
  }),
  parser('octets after DATA', 25 * mb, receive, {
    ...repeats(['a', '..\r\n', '\r\n', '\n', '\r', '.', '\n.', '.\r', '\0', 'a: b\r\n']),
  }),
  parser(
    'uuencoded octets',
    25 * mb,
    (octets: Buffer) => decodeTransfer(octets, 'x-uuencode'),
    mapShapes(
      {
        ...repeats(
          ['M', 'M\r\n', '\r\n', ' ', '`\r\n', 'end', `M${'A'.repeat(60)}\r\n`, 'a\r\n'],
          'begin 6 a\r\n',
        ),
        ...repeats(['begin 6', 'begin 6\r\n', '\r\n', 'begin ']),
      },
      (text) => Buffer.from(text),
    ),
  ),
  // Also from strangers, and parsed in the process of a whole batch, or of the sweep.
  parser(
    'octets that SES received',
    40 * mb,
    (octets: Buffer) => readSenders(receivedFields(withCrlf(octets)), ''),
    mapShapes(repeats(['a', '\n', '\r\n', '\r', '\n ', 'a: b\n', `${'a'.repeat(76)}\n`]), (text) =>
      Buffer.from(text),
    ),
  ),
  parser(
    'ids and stray lines of a received header',
    mimeLimits.header_bytes,
    (text) => readReceivedHeader(Buffer.from(text), { addresses: false }),
    {
      ...repeats(['<', 'a', '<a@b>', '< ', '\u2028', '<\u2028', '\r\n ', 'a@', '<a', '\r'], 'In-Reply-To: '),
      ...repeats(['=?utf-8?q?', '=?utf-8?q?<a?= ', '=?utf-8?q?=3C?=', '=3C'], 'References: =?utf-8?q?'),
      ...repeats(['stray\r\nA: b\r\n', 'stray\r\n', '\r\r\n', '\x85\r\nA:\r\n', ' \r\n'], 'A: b\r\n'),
    },
  ),
  parser(
    'text without a charset',
    25 * mb,
    (octets: Buffer) => decodeBody(octets, null, true),
    mapShapes(
      repeats([
        'a',
        '\x1b$B',
        '\x1b(J\xff',
        '\xff\xfe',
        '<meta ',
        '<meta charset',
        '<!--',
        '<!-- --',
        '\u2028',
      ]),
      (text) => Buffer.from(text, 'latin1'),
    ),
  ),
  parser(
    'text in UTF-7',
    mb,
    (octets: Buffer) => decodeBody(octets, 'utf-7', false),
    mapShapes(repeats(['a', '+', '+-', '+AGE-', '+AGE', 'AGEA', '+Jj ', '\xff', '\u2028'], '+'), (text) =>
      Buffer.from(text, 'latin1'),
    ),
  ),
  // Its From is parsed in the process of all sessions (N46). A longer one is unknown (R82).
  parser(
    'From of a received message',
    16 * kb,
    (text) => readSenders(receivedFields(Buffer.from(text)), ''),
    {
      ...repeats(
        ['a', ' ', ',', '"', '<', '(', '\\', ':', ';', '=?', '=?utf-8?q?a?= ', '\r\n ', 'a@b.c,'],
        'From: ',
      ),
      ...repeats(['@', 'a@', 'a.', '\u2028', '\u2028@', '\x85', '\r', 'a:', '<a@b>', '(a)'], 'From: '),
      ...repeats(['.a', '@a', '\u2028'], 'From: a@b', '<'),
      ...repeats(['?', '=', '=?utf-8?q?', '=?=?q?', '=??q?', '=?=', ','], 'From: =?utf-8?q?'),
      ...repeats(['\\"', '\\'], 'From: "', '\\'),
      ...repeats(['From: a@b.c\r\n', 'From: "a\r\n', 'From:\r\n', 'From: a:b;\r\n']),
      'fields of one long line': product(repeat('a,'), repeat('\r\nFrom: ')),
    },
  ),
];

import { isAddress, parseMailbox } from '../../shared/core/addresses.ts';
import { composedSize } from '../../shared/domain/content/composed-size.ts';
import { type Content, packContent, unpackContent } from '../../shared/domain/content/pack.ts';
import { addressField } from '../../shared/mail/address-field.ts';
import { checkAttachments } from '../../shared/mail/attachments.ts';
import { decodeBase64 } from '../../shared/mail/base64.ts';
import { composeMessage } from '../../shared/mail/compose.ts';
import { contentTypeParams, isContentType, keptContentType } from '../../shared/mail/content-type.ts';
import { headerField } from '../../shared/mail/header-value.ts';
import { checkHeaders } from '../../shared/mail/headers.ts';
import { mimeLimits } from '../../shared/mail/mime/scan.ts';
import { bodyLimit } from './json.ts';
import { kb, mapShapes, mb, type Parser, parser, product, repeat, repeats, type Shape } from './parser.ts';

const addresses: Record<string, Shape<string>> = {
  ...repeats(['a', ' ', '"', '\\', '<', '>', '@', '.', ',', '(', 'é', '😀', ' "', '""', '"\\', 'a ', 'a.']),
  ...repeats(['a', ' ', '\\"', '\\\\', 'a '], '"', '" <a@x.example>'),
  ...repeats(['a', ' ', 'a ', '"a"', '" "'], '', ' <a@x.example>'),
  ...repeats(['a', '.', 'a.', '-', 'xn--', 'é', 'é.'], 'a@'),
  ...repeats(['a', 'a.', '"', '\\\\', '!'], '', '@x.example'),
  ...repeats(['a', '\\"', ' '], '"', '"@x.example'),
  'blanks inside': repeat(' ', 'a', 'b'),
};

/** Fifty recipients, the most for an email, share the size. */
const fifty = mapShapes(addresses, (text) => {
  const length = Math.ceil(text.length / 50);
  return Array.from({ length: 50 }, (_, i) => text.slice(i * length, (i + 1) * length));
});

const words: Record<string, Shape<string>> = {
  ...repeats([
    'a',
    ' ',
    'a ',
    '=',
    '=?',
    '?=',
    '=?utf-8?Q?a?=',
    '=?a?b?=20?= ',
    'é',
    'é ',
    '😀',
    '\t',
    '"',
    ',',
  ]),
  'long words and short': product(repeat('a'), repeat(' a')),
  'blanks inside': repeat(' ', 'a', 'b'),
};

const types: Record<string, Shape<string>> = {
  ...repeats(['a', '/', ';', '=', '"', ' ', '\\'], 'a/b'),
  ...repeats(['; a=b', ';a="b"', '; a="\\', ' ', ' ;', ';a=" ', '; name*0=b'], 'text/calendar'),
};

const names: Record<string, Shape<string>> = {
  ...repeats([
    'a',
    '.',
    ' ',
    ':',
    '%',
    '%2e',
    '<',
    '/',
    '\\',
    '\u0301',
    '\u200d',
    'é',
    '.exe',
    '. ',
    '.:',
    ':.',
  ]),
  ...repeats(
    ['=?utf-8?Q?=3D?=', '=?utf-8?B?PT8=?=', '=?', '=?a?Q?', '?= =?', "utf-8''%25", '=20'],
    '',
    '.txt',
  ),
  'dots inside': repeat('. ', 'a', 'b'),
};

const base64 = repeats(['A', ' ', 'AAAA\n', 'A ', '=', 'AA==', '-', 'é', '\t \r\n', `${'A'.repeat(76)}\r\n`]);

const lines = repeats(['a', 'a\n', '\r', ' \n', '=', 'é', '😀', 'From ', `${'a'.repeat(998)}\n`]);
const htmlLines = repeats(['a', 'a\n', '<p>', '&amp;']);

const content: Content = { html: null, text: null, headers: {}, attachments: [], unsubscribe: true };
const message = {
  id: 'msg_1' as const,
  from: 'a@x.example',
  to: ['b@x.example'],
  subject: 's',
  text: 't',
  message_date: Date.UTC(2026, 0, 1),
};

const composeFile = (content_type: string) => (text: string) =>
  composeMessage({ ...message, attachments: [{ name: 'a', content_type, data: Buffer.from(text) }] });

/** The decoded size of a request's base64. */
const fileLimit = bodyLimit * 0.75;

export const mailParsers: Parser[] = [
  parser('address', 1_300, (text: string) => [parseMailbox(text), isAddress(text)], addresses),
  parser(
    'address headers',
    64 * kb,
    (list: string[]) => addressField('To', list.filter(parseMailbox)),
    fifty,
  ),
  parser(
    'header value',
    16 * kb,
    (text: string) => [headerField('X-A', text), headerField('Subject', text, true)],
    words,
  ),
  parser('list header', 16 * kb, (text: string) => headerField('List-Unsubscribe', `<${text}>`), words),
  parser(
    'list header of a relayed message',
    mimeLimits.header_bytes,
    (text: string) => headerField('List-Id', text),
    { ...repeats(['\u00a0', 'a\u00a0', ' ', '<', '"', '\\"', '(', 'ü<'], 'ü') },
  ),
  parser('headers', bodyLimit, (text: string) => checkHeaders({ 'X-A': text, [text]: 'a' }), words),
  parser(
    'content type',
    255,
    (text: string) => [isContentType(text), contentTypeParams(text), keptContentType(text)],
    types,
  ),
  parser('file name', 255, (name: string) => checkAttachments(Array(10).fill({ name, data: '' })), names),
  parser('base64', bodyLimit, decodeBase64, base64),
  parser('composed size', 2 * mb, (text: string) => composedSize({ ...content, html: text, text }), lines),
  parser('kept content', 2 * mb, (html: string) => unpackContent(packContent({ ...content, html })), lines),
  parser('message', 2 * mb, (text: string) => composeMessage({ ...message, html: text, text }), lines),
  parser(
    'message of html',
    2 * mb,
    (html: string) => composeMessage({ ...message, text: null, html }),
    htmlLines,
  ),
  parser('message as a file', fileLimit, composeFile('message/rfc822'), repeats(['a', 'a\n', 'é'])),
  parser(
    'calendar as a file',
    fileLimit,
    composeFile('text/calendar; method=REQUEST'),
    repeats(['a\n', 'é']),
  ),
];

import { decodeText, hasAsciiTags } from '../../../shared/mail/mime/charset.ts';
import { readReceived } from '../../../shared/mail/received/read-received.ts';
import { readRelayed } from '../../support/read-relayed.ts';
import { message } from '../../support/relayed-message.ts';

const japanese = '\x1b$BF|K\\8l\x1b(B';
const greeting = '\xcf\xf0\xe8\xe2\xe5\xf2';

/** Labels that programs write and the platform does not know, and octets of each. */
const labels: [labels: string, octets: string, text: string][] = [
  ['iso-2022-jp-1 ISO-2022-JP-2 iso-2022-jp-3 iso-2022-jp-ext cp50222', japanese, '日本語'],
  ['macroman mac-roman x-mac-roman', '\x8et\x8e', 'été'],
  ['mac-cyrillic maccyrillic x-mac-cyrillic', '\x8f\xf0\xe8\xe2', 'Прив'],
  ['win-1251 win1251 WINDOWS1251 x-windows-1251 ms1251', greeting, 'Привет'],
  ['win-1250 win1250', '\xb9', 'ą'],
  ['win1252 win-1252', '\x80', '€'],
  ['win-874', '\xa1', 'ก'],
  ['koi8r koi8u', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
  ['eucjp x-eucjp', '\xc6\xfc', '日'],
  ['euckr uhc', '\xc7\xd1\xb1\xb9', '한국'],
  ['big5hkscs', '\xa7A\xa6n', '你好'],
  ['hz hz-gb-2312 HZ-GB2312', 'a ~~ ~{VPND2bJT~} b', 'a ~ 中文测试 b'],
  ['utf-7 UTF7 unicode-1-1-utf-7', 'Hi Mom +Jjo-! 1 +- 1', 'Hi Mom ☺! 1 + 1'],
  ['cp437 IBM437 cp850 ibm00850 cp858 ibm00858 CCSID00858', 'caf\x82', 'café'],
  ['cp855 ibm855', '\xb7', 'и'],
  ['cp775', '\xd0', 'ą'],
  ['viscii', '\xaa', 'ế'],
];
const each = labels.flatMap(([names, octets, text]) =>
  names.split(' ').map((label) => [label, octets, text] as const),
);

const quoted = (octets: string) =>
  [...octets].map((one) => `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join('');

test.each(each)('a subject, a name and a text in %s [R3, R4]', (label, octets, text) => {
  const word = `=?${label}?Q?${quoted(octets)}?=`;
  const fields = `Reply-To: ${word} <r@x.example>\nSubject: ${word}\nContent-Type: text/plain; charset=${label}`;
  const source = message(fields, octets);
  const relayed = readRelayed(source).header;
  const { header, body } = readReceived(source);
  expect([relayed.subject, header.subject, body.text]).toEqual([text, text, text]);
  expect(relayed.reply_to).toEqual(header.reply_to);
  expect(header.reply_to[0]).toContain(text);
});

test.each([
  ['~{VPND~}~\n~{2bJT~}', '中文测试'],
  ['~{VPND\r\na~~b', '中文\r\na~b'],
  ['~{VPN', '中\ufffd'],
  ['~{!!~}~', '\u3000~'],
  ['caf\xe9 ~{VP~}', 'caf\ufffd 中'],
  ['~x ~}', '~x ~}'],
  ['', ''],
])('%j in HZ (RFC 1843) [R48]', (octets, text) => {
  expect(decodeText(Buffer.from(octets, 'latin1'), 'hz-gb-2312')).toBe(text);
});

test.each([
  ['=??Q?Re=3A?= you', 'Re: you'],
  ['=??Q?gr=C3?=\n =??Q?=BC=C3=9F?=', 'grüß'],
  ['=??B?Y2Fm6Q==?= =?utf-8?Q?=C3=A9?=', 'caféé'],
  ['=?utf-8?Q?a?= =??q?b?= c', 'ab c'],
  ['=?utf-8?Q?why??= =??Q?=3F?=', 'why??'],
  ['what =?? now ?=', 'what =?? now ?='],
  ['=??X?a?=', '=??X?a?='],
])('a subject of words without a charset, %j [R3, R48]', (subject, text) => {
  const source = message(`Subject: ${subject}`, 'hi');
  expect([readRelayed(source).header.subject, readReceived(source).header.subject]).toEqual([text, text]);
});

test('a name whose word without a charset has specials is one of one address [R3]', () => {
  const { reply_to } = readRelayed(message('Reply-To: =??Q?Doe,_J=2E?= <j@x.example>', 'hi')).header;
  expect(reply_to).toEqual(['"Doe, J." <j@x.example>']);
});

test('tags are one octet in all of these but those that shift [R13]', () => {
  const without = each.map(([label]) => label).filter((label) => !hasAsciiTags(label));
  expect(without).toEqual([
    ...['iso-2022-jp-1', 'ISO-2022-JP-2', 'iso-2022-jp-3', 'iso-2022-jp-ext', 'cp50222'],
    ...['hz', 'hz-gb-2312', 'HZ-GB2312'],
    ...['utf-7', 'UTF7', 'unicode-1-1-utf-7'],
    ...['ibm00850', 'ibm00858', 'CCSID00858', 'cp855', 'ibm855', 'cp775', 'viscii'],
  ]);
  expect(['eucgb2312_cn', 'x-euc-cn', 'big5_tw'].every(hasAsciiTags)).toBe(true);
  expect(['utf-16le', 'x-unknown', 'constructor'].some(hasAsciiTags)).toBe(false);
});

const bodyOf = (type: string, octets: string | Buffer) =>
  readReceived(
    Buffer.concat([
      Buffer.from(`From: a@x.example\r\n${type}\r\n\r\n`),
      typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets,
    ]),
  ).body;
const meta = (charset: string) => `<html><head><meta charset="${charset}"></head>`;

test.each([
  ['Content-Type: text/html', `${meta('windows-1251')}${greeting}`, 'Привет'],
  ['Content-Type: text/html; charset=us-ascii', `${meta('koi8-r')}\xf0\xd2\xc9`, 'При'],
  [
    'Content-Type: text/html',
    `<META http-equiv='Content-Type' content='text/html; charset = shift_jis'>\x93\xfa`,
    '日',
  ],
  ['Content-Type: text/html', `${meta('iso-8859-1')}caf\xc3\xa9`, 'cafÃ©'],
  ['Content-Type: text/html', `<!-- ${meta('windows-1251')} -->caf\xe9`, 'café'],
  ['Content-Type: text/html', `${' '.repeat(1_024)}${meta('windows-1251')}caf\xe9`, 'café'],
  ['Content-Type: text/html', `${meta('utf-8')}caf\xe9`, 'café'],
  ['Content-Type: text/html', `${meta('utf-16')}caf\xc3\xa9`, 'café'],
  ['Content-Type: text/html', `${meta('nonsense')}caf\xe9`, 'café'],
  ['Content-Type: text/html; charset=utf-8', `${meta('windows-1251')}caf\xc3\xa9`, 'café'],
  ['Content-Type: text/html', `\xef\xbb\xbf${meta('windows-1251')}caf\xc3\xa9`, 'café'],
  ['Content-Type: text/html', `${meta('iso-2022-jp')}${japanese}`, '日本語'],
])(
  '%s without a charset follows its own meta, after its byte order mark (%#) [R84]',
  (type, octets, text) => {
    expect(bodyOf(type, octets).html?.endsWith(text)).toBe(true);
  },
);

test.each([
  ['', japanese, '日本語'],
  ['; charset=us-ascii', `a ${japanese} b`, 'a 日本語 b'],
  ['', `${japanese} caf\xe9`, `${japanese} café`],
  ['', '\xff\xfeh\0i\0', 'hi'],
  ['', '\xfe\xff\0h\0i', 'hi'],
  ['', '\xef\xbb\xbfcaf\xc3\xa9', 'café'],
  ['', meta('windows-1251') + greeting, `${meta('windows-1251')}Ïðèâåò`],
])('a text without a charset by its octets (%#) [R84]', (charset, octets, text) => {
  expect(bodyOf(`Content-Type: text/plain${charset}`, octets).text).toBe(text);
});

test.each(
  [
    ['binary', 'hex', 'base64', 'us', 'ascii8bit', 'usascii', 'iso646-us', 'cp367'],
    ['constructor', '__proto__', '_internal', '_dbcs', 'toString', 'nonsense'],
    ['c.p.8.5.0', `cp850${'x'.repeat(100_000)}`, 'cp\u0130850', 'cp850/..', '\ud800'],
  ].flat(),
)('the octets decide where a label names no charset of text (%#) [R48]', (label) => {
  expect(decodeText(Buffer.from('café'), label)).toBe('café');
  expect(decodeText(Buffer.from('caf\xe9', 'latin1'), label)).toBe('café');
});

test.each([
  ['+', ''],
  ['a +Jj', 'a '],
  ['+2D3cqQ-', '💩'],
  ['+2D0-', '\ud83d'],
  ['caf\xe9 +AOk-', 'caf\ufffd é'],
  ['+AGE*x', 'a*x'],
])('%j in UTF-7 (RFC 2152), also cut or malformed [R48]', (octets, text) => {
  expect(decodeText(Buffer.from(octets, 'latin1'), 'utf-7')).toBe(text);
});

test('a text of over 1 MB in UTF-7 is guessed, which takes no seconds [R48, R52]', () => {
  const octets = Buffer.from('+AGE-'.repeat(1_000_000));
  expect(decodeText(octets, 'utf-7')).toBe(octets.toString());
});

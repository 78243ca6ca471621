import * as fc from 'fast-check';
import '../../../shared/mail/mime/iconv.ts';
import { mimeLimits } from '../../../shared/mail/mime/scan.ts';
import { readReceived } from '../../../shared/mail/received/read-received.ts';
import { lines } from '../../support/relayed-message.ts';
import { cases } from '../../support/whole.ts';

/** A message of octets, given as latin1, read whole. */
const read = (text: string) => readReceived(Buffer.from(lines(text), 'latin1'));
const headerOf = (text: string) => read(`${text}\n\nhi\n`).header;
const bodyOf = (text: string) => read(text).body;
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

describe('fields of the record [R47]', () => {
  const addresses: [field: string, shown: string[]][] = [
    ['a@x.example', ['a@x.example']],
    ['Ada <a@x.example>, b@x.example', ['Ada <a@x.example>', 'b@x.example']],
    ['"Doe, Jo" <jo@x.example>', ['"Doe, Jo" <jo@x.example>']],
    ['Team: a@x.example, Bo <b@x.example>;', ['a@x.example', 'Bo <b@x.example>']],
    ['undisclosed-recipients:;', []],
    ['=?utf-8?q?J=C3=BCrgen?= <j@x.example>', ['Jürgen <j@x.example>']],
    ['=?ISO-2022-JP?B?GyRCJCIbKEI=?= =?ISO-2022-JP?B?GyRCJCQbKEI=?= <j@x.example>', ['あい <j@x.example>']],
    ['=?utf-8?Q?Really?,_why??= <j@x.example>', ['"Really?, why?" <j@x.example>']],
    [utf8('Jürgen <j@x.example>'), ['Jürgen <j@x.example>']],
    ['Bob <bob@localhost>, ann@x.example', ['Bob <bob@localhost>', 'ann@x.example']],
    ['a@x.example (Ada), b@y.example', ['Ada <a@x.example>', 'b@y.example']],
    ['', []],
  ];
  test.each(addresses)('To: %s', (field, shown) => {
    expect(headerOf(`To: ${field}`).to).toEqual(shown);
  });

  test('from is the first, and empty without one', () => {
    expect(headerOf('From: Ada <ADA@x.example>, b@x.example')).toMatchObject({
      from: 'Ada <ADA@x.example>',
      from_address: 'ADA@x.example',
    });
    expect(headerOf('To: a@x.example')).toMatchObject({ from: '', from_address: '' });
    expect(headerOf('From: the boss')).toMatchObject({ from: 'the boss', from_address: '' });
  });

  const subjects: [field: string, subject: string][] = [
    ['=?iso-2022-jp?B?GyRCJCIbKEI=?=\n =?iso-2022-jp?B?GyRCJCQbKEI=?= b', 'あい b'],
    ['=?ISO-2022-JP?Q?=1B$B$=22?= =?ISO-2022-JP?Q?$$=1B(B?=', 'あい'],
    ['=?iso-2022-jp?B?GyhKYRsoQg==?= =?iso-2022-jp?B?GyRCJCIbKEI=?=', 'aあ'],
    ['=?eucgb2312_cn?b?yNWxvg==?=', '日本'],
    ['=?big5_tw?b?pOmluw==?=', '日本'],
    ['=?utf-8?Q?Passwort vergessen??= a', 'Passwort vergessen? a'],
    ['=?utf-8?Q??= =?utf-8?Q?=3D?= =?utf-8?B?YQ==?= =?utf-8?Q?b=?= =?utf-8?Q?c', '=ab= =?utf-8?Q?c'],
    ['=?utf-8?Q?a=?utf-8?Q?b?=', '=?utf-8?Q?ab'],
    ['=?x-windows-950?B?p0Gmbg==?=', '你好'],
    ['=?x-windows-949?B?vsiz5w==?=', '안녕'],
    ['=?cp852?Q?=88=8Bd=9F?=', 'łődč'],
  ];
  test.each(subjects)('Subject: %s', (field, subject) => {
    expect(headerOf(`Subject: ${field}`).subject).toBe(subject);
  });

  test('ids keep their brackets and octets, subjects are decoded, several To fields are one list', () => {
    expect(
      headerOf(
        'Message-ID: <Aa.%1@x.example> (comment)\nIn-Reply-To: <1@x> <2@x>\nReferences: <1@x>\n <2@x>\t<3@x>\nSubject: =?utf-8?B?R3LDvMOfZQ==?=\n =?utf-8?q?_again?=\nTo: a@x.example\nTo: b@x.example',
      ),
    ).toMatchObject({
      message_id: '<Aa.%1@x.example>',
      in_reply_to: '<1@x>',
      references: ['<1@x>', '<2@x>', '<3@x>'],
      subject: 'Grüße again',
      to: ['a@x.example', 'b@x.example'],
    });
    expect(headerOf('X: y')).toMatchObject({
      message_id: null,
      in_reply_to: null,
      references: [],
      subject: '',
    });
  });
});

test('all headers in order, decoded, controls as spaces; at most 1,000 and 256 KB [R51]', () => {
  expect(headerOf('X-One: =?utf-8?q?=07a=C3=A9?=\nx-two:  b\n c\nX-One: again').headers).toEqual([
    { name: 'X-One', value: 'aé' },
    { name: 'x-two', value: 'b c' },
    { name: 'X-One', value: 'again' },
  ]);
  const many = headerOf(Array.from({ length: 1_001 }, (_, i) => `X-${i}: y`).join('\n'));
  expect(many).toMatchObject({ headers: { length: 1_000 }, truncated: true });
  const long = headerOf(`X-Long: ${'a'.repeat(mimeLimits.header_bytes)}\nX-After: y`);
  expect(long).toMatchObject({ headers: { length: 1 }, truncated: true });
});

describe('texts and attachments [R48]', () => {
  const mixed = (...parts: string[]) =>
    `Content-Type: multipart/mixed; boundary=m\n\n${parts.map((part) => `--m\n${part}\n`).join('')}--m--\n`;
  const alternative = (...parts: string[]) =>
    `Content-Type: multipart/alternative; boundary=a\n\n${parts.map((part) => `--a\n${part}\n`).join('')}--a--`;
  const part = (header: string, body: string) => `${header}\n\n${body}`;

  test.each<[string, string, { html?: string | null; text?: string | null; files?: string[] }]>([
    ['no type', 'X: y\n\nhi', { text: 'hi', html: null, files: [] }],
    ['html only: no text is derived', 'Content-Type: text/html\n\n<p>hi', { html: '<p>hi', text: null }],
    [
      'both alternatives',
      alternative(part('Content-Type: text/plain', 'hi'), part('Content-Type: text/html', '<p>hi')),
      { text: 'hi', html: '<p>hi', files: [] },
    ],
    [
      'a boundary with a comment behind it',
      mixed('\nhi').replace('=m', '=m (a comment)'),
      { text: 'hi', files: [] },
    ],
    [
      'a boundary with a blank and no quotes',
      mixed('\nhi').replaceAll('m\n', 'm n\n').replace('m--', 'm n--'),
      { text: 'hi', files: [] },
    ],
    ['a boundary that ends in a blank', mixed('\nhi').replace('=m', '="m "'), { text: 'hi', files: [] }],
    [
      'a part without an empty line, before a boundary line that looks like a field',
      mixed('Content-Type: text/html', '\nhi').replaceAll('--m', '--m:1').replace('=m', '="m:1"'),
      { text: 'hi', html: '', files: [] },
    ],
    [
      'later inline text is appended, a second alternative is a file',
      mixed(
        alternative(part('Content-Type: text/plain', 'one'), part('Content-Type: text/plain', 'two')),
        part('Content-Type: text/plain\nContent-Disposition: inline', 'three'),
      ),
      { text: 'one\nthree', files: ['attachment-1.txt'] },
    ],
    [
      'text around a file inside one alternative, as Apple Mail writes it',
      alternative(
        part('Content-Type: text/plain', 'hi'),
        mixed(
          part('Content-Type: text/html', '<p>before'),
          part('Content-Type: application/pdf; name=a.pdf', 'pdf'),
          part('Content-Type: text/html', '<p>after'),
        ),
      ),
      { text: 'hi', html: '<p>before\n<p>after', files: ['a.pdf'] },
    ],
    [
      'text with a name or as an attachment is a file',
      mixed(
        part('Content-Type: text/plain', 'hi'),
        part('Content-Type: text/plain; name=notes.txt', 'a'),
        part('Content-Type: text/html\nContent-Disposition: attachment', 'b'),
      ),
      { text: 'hi', html: null, files: ['notes.txt', 'attachment-2.html'] },
    ],
    [
      'a message is one file, by its subject, and its inside is not walked',
      mixed(part('Content-Type: message/rfc822', 'Subject: Old/one\nContent-Type: text/plain\n\ninside')),
      { text: null, files: ['Old-one.eml'] },
    ],
  ])('%s', (_, message, { html, text, files }) => {
    const body = bodyOf(message);
    if (html !== undefined) expect(body.html).toBe(html);
    if (text !== undefined) expect(body.text).toBe(text);
    if (files) expect(body.files.map(({ filename }) => filename)).toEqual(files);
    expect(body.parse_error).toBeNull();
  });

  const usAscii = `us-ascii ascii ANSI_X3.4-1968 ANSI_X3.4-1986 iso-ir-6 ISO_646.irv:1991 ISO646-US us IBM367 cp367
    csASCII`;
  type Charset = [label: string, octets: string, text: string];
  const charset = (labels: string, octets: string, text: string) =>
    labels.split(/\s+/).map((label): Charset => [`; charset=${label}`, octets, text]);
  const charsets: Charset[] = [
    ['; charset=utf-8', utf8('é€'), 'é€'],
    ['; charset=iso-8859-1', '\xe9', 'é'],
    ['; charset=shift_jis', '\x93\xfa', '日'],
    ['; charset="iso-2022-jp"', '\x1b$BF|\x1b(B', '日'],
    ['; charset=ISO-2022-JP', '\x1b$BF|\x1b(J\x1b(B a\x1b$B\x1b$BK\\\x1b(B', '日 a本'],
    ['; charset=cp50221', '\x1b$B-!\x1b(B', '①'],
    ['; charset=utf-16le', 'h\0i\0', 'hi'],
    ['; charset=iso-2022-kr', '\x1b$)C\x0e0!3*\x0f ab\n\x0e0!\nab', '가나 ab\r\n가\r\nab'],
    ['; charset=csISO2022KR', 'a\x0e0\x0fb', 'a\ufffdb'],
    ...charset('cp862', '\x80\x9a\x9b', 'את¢'),
    ...charset('cp932 ms932 windows-932 x-windows-932', '\x93\xfa', '日'),
    ...charset('cp936 ms936 windows-936 x-windows-936 EUC-CN', '\xc8\xd5', '日'),
    ...charset('cp949 MS949 windows-949 x-windows-949', '\xbe\xc8', '안'),
    ...charset('cp950 ms950 windows-950 x-windows-950', '\xa4\xe9', '日'),
    ...charset('cp874 x-windows-874', '\xa1', 'ก'),
    ...charset('x-user-defined', 'caf\xe9', 'café'),
    ...charset(`'iso-8859-2' iso-8859-2" iso-8859-2,`, '\xb1', 'ą'),
    ['; charset=klingon', utf8('é'), 'é'],
    ...charset(usAscii, utf8('é€'), 'é€'),
    ...charset('us-ascii ANSI_X3.4-1968', '\xe9', 'é'),
    ['; (of Russia) charset=windows-1251(Cyrillic)', '\xcf\xf0', 'Пр'],
    ['', '\x80', '€'],
    ['; charset=utf-8', 'a\xffb', 'a\ufffdb'],
  ];
  test.each(charsets)('charset %s', (label, octets, text) => {
    expect(bodyOf(`Content-Type: text/plain${label}\n\n${octets}`).text).toBe(text);
  });
});

/** A message of nested multiparts; each leaf has a word of its own as its text. */
const entity = fc.letrec<{ any: string; leaf: string; multipart: string }>((tie) => ({
  any: fc.oneof({ maxDepth: 5, depthSize: 'small' }, tie('leaf'), tie('multipart')),
  leaf: fc
    .tuple(
      fc.constantFrom('text/plain', 'text/html', 'text/calendar', 'application/pdf', 'multipart/mixed'),
      fc.constantFrom('', 'Content-Disposition: inline\n', 'Content-Disposition: attachment\n'),
    )
    .map(([type, disposition]) => `Content-Type: ${type}\n${disposition}\nWORD\n`),
  multipart: fc
    .tuple(
      fc.constantFrom('alternative', 'mixed', 'related', 'signed', 'report'),
      fc.array(tie('any'), { minLength: 1, maxLength: 4 }),
    )
    .map(
      ([kind, parts]) =>
        `Content-Type: multipart/${kind}; boundary=BOUNDARY\n\n${parts.map((part) => `--BOUNDARY\n${part.replaceAll('BOUNDARY', 'BOUNDARYx')}\n`).join('')}--BOUNDARY--\n`,
    ),
})).any;

test('what any leaf holds is in text, in html or in a file, once [R48]', () => {
  fc.assert(
    fc.property(entity, (message) => {
      let count = 0;
      const { html, text, files } = bodyOf(message.replaceAll('WORD', () => `word${++count}.`));
      const shown = [html, text, ...files.map(({ data }) => Buffer.from(data).toString())].join();
      const words = [...shown.matchAll(/word\d+\./g)].map(([word]) => word).sort();
      expect(words).toEqual(Array.from({ length: count }, (_, i) => `word${i + 1}.`).sort());
    }),
    { numRuns: cases(2_000) },
  );
});

describe('names of files [R50]', () => {
  const nameOf = (header: string) => bodyOf(`${header}\n\nx`).files[0]?.filename;
  const names: [written: string, name: string][] = [
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
    ['filename="C:\\Users\\x\\doc.txt"', 'doc.txt'],
    ['filename="a\\"b.txt"', 'a"b.txt'],
    ["filename*=utf-8''%e2%82%ac%20rates.pdf", '€ rates.pdf'],
    ["filename*0*=utf-8''a%20; filename*1=b.txt", 'a b.txt'],
    ['filename="=?utf-8?q?=C3=A9t=C3=A9.txt?="', 'été.txt'],
    ['filename="e\u0301.txt"', 'é.txt'],
    ['filename="a\u202etxt.exe"', 'atxt.exe'],
    ['filename="a.txt. . ."', 'a.txt'],
    ['filename=""', 'attachment-1.pdf'],
    ['filename=".."', 'attachment-1.pdf'],
    [`filename="${'x'.repeat(300)}.tar"`, `${'x'.repeat(251)}.tar`],
    [`filename="${'é'.repeat(200)}.txt"`, `${'é'.repeat(125)}.txt`],
  ];
  test.each(names)('%s', (written, name) => {
    expect(nameOf(`Content-Type: application/pdf\nContent-Disposition: attachment; ${utf8(written)}`)).toBe(
      name,
    );
  });

  test('type, id and disposition', () => {
    const [file] = bodyOf(
      'Content-Type: IMAGE/PNG; name=a.png\nContent-ID: <logo@x>\nContent-Transfer-Encoding: base64\n\nAAEC\n',
    ).files;
    expect(file).toMatchObject({
      filename: 'a.png',
      content_type: 'image/png',
      content_id: 'logo@x',
      disposition: 'inline',
      size: 3,
    });
    const [odd] = bodyOf('Content-Type: strange\u0000\nContent-Disposition: attachment\n\nx').files;
    expect(odd).toMatchObject({ content_type: 'text/plain', disposition: 'attachment', content_id: null });
  });
});

test.each(['base64', 'base64;', '"base64"', 'BASE64 (mime)', 'base64; charset=utf-8'])(
  'Content-Transfer-Encoding: %s [R31]',
  (encoding) => {
    expect(bodyOf(`Content-Transfer-Encoding: ${encoding}\n\naGk=\n`).text).toBe('hi');
  },
);

describe('long texts [R49]', () => {
  const two = 2 * 1024 * 1024;
  test('are cut behind a character, with truncated true', () => {
    const { text, truncated } = bodyOf(
      `Content-Type: text/plain; charset=utf-8\n\n${utf8('€'.repeat(two / 3 + 5))}`,
    );
    expect({ text, truncated }).toEqual({ text: '€'.repeat(Math.floor(two / 3)), truncated: true });
    const exact = bodyOf(`X: y\n\n${'a'.repeat(two)}`);
    expect(exact.text).toHaveLength(two);
    expect(exact.truncated).toBe(false);
  });

  test('a surrogate pair is not cut in half', () => {
    const { text } = bodyOf(`Content-Type: text/plain; charset=utf-8\n\na${utf8('😀'.repeat(two / 4))}`);
    expect(text?.isWellFormed()).toBe(true);
    expect(text).toHaveLength(1 + 2 * (two / 4 - 1));
  });
});

describe('parse_error [R52]', () => {
  test('malformed: no header at all; its octets are the text', () => {
    expect(bodyOf('just words\nwithout a header\n')).toMatchObject({
      parse_error: 'malformed',
      text: lines('just words\nwithout a header\n'),
    });
  });

  test.each(['\njust words\n', 'just words\n'])('malformed: %j below the fields of SES', (sent) => {
    const written = 'Received: x\nX-SES-Spam-Verdict: PASS\nReceived-SPF: none\nX-SES-DKIM-SIGNATURE: a\n';
    expect(bodyOf(`${written}${sent}`)).toMatchObject({ parse_error: 'malformed', text: 'just words\r\n' });
    expect(bodyOf(`${written}Received-SPF: none\n${sent}`).parse_error).toBeNull();
  });

  const nested = (depth: number) => {
    const open = Array.from(
      { length: depth },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
    );
    return `${open.join('')}Content-Type: text/plain\n\ndeep\n`;
  };
  test('limits: depth, parts, fields and header; what was read until then is kept', () => {
    expect(bodyOf(`Subject: s\n${nested(49)}`)).toMatchObject({ parse_error: null, text: 'deep\r\n' });
    expect(bodyOf(`Subject: s\n${nested(50)}`)).toMatchObject({ parse_error: 'limits', files: [] });
    const parts = (count: number) => `--b\nContent-Type: image/png\n\n${'x'}\n`.repeat(count);
    const many = bodyOf(`Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n${parts(1_500)}--b--`);
    expect([many.parse_error, many.text, many.files.length]).toEqual(['limits', 'hi', 998]);
    expect(bodyOf(`${'X: y\n'.repeat(1_001)}\nhi`)).toMatchObject({ parse_error: 'limits', text: null });
    expect(bodyOf(`X: ${'y'.repeat(300_000)}\n\nhi`)).toMatchObject({ parse_error: 'limits', text: null });
  });
});

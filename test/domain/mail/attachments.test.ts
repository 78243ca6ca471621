import fc from 'fast-check';
import { checkAttachments } from '../../../shared/mail/attachments.ts';
import { decodeBase64 } from '../../../shared/mail/base64.ts';
import { anyCharacter } from '../../support/any-character.ts';

const data = Buffer.from('hello').toString('base64');
const check = (item: unknown) => checkAttachments([item]);
const rules = (items: unknown) => checkAttachments(items).issues.map(({ path, rule }) => `${path} ${rule}`);

describe('names [H8]', () => {
  test.each([
    ...'exe bat cmd com scr js vbs dll'.split(' ').map((extension) => `a.${extension}`),
    'a.EXE',
    'a.exe. . ',
    'a.pdf.exe',
    'a.ｅｘｅ',
    'a․exe',
    'a.e\u00adxe',
    'a.exe::$DATA',
    'a.exe. ?:x:y',
    'a.e<xe>|:$DATA',
    'a.exe%3F%3Ax',
    'a.txt:b\u2028.exe',
    'a.e|xe?',
    'a.%65xe',
    "''a%2Eexe",
    'dir/a.exe',
    'dir\\a.exe',
    '=?utf-8?B?YS5leGU=?=',
    '=?utf-8?Q?a=2Eexe?=',
    '=?utf-8?Q?a?=.exe',
    '=?utf-8?Q?a?.exe?=',
    '=?utf-8?B?YS5l?= =?utf-8?B?eGU=?=',
    '=?utf-16le?B?YQAuAGUAeABlAA==?=',
    "utf-8''a%2Eexe",
    "utf-8'en'a.%65xe",
    `=?utf-8?B?${Buffer.from('=?utf-8?Q?a.exe?=').toString('base64')}?=`,
  ])('%j is blocked', (name) => {
    expect(rules([{ name, data }])).toEqual(['attachments[0].name blocked']);
  });

  test.each([
    ['a.pdf', 'a.pdf'],
    ['a.exe.pdf', 'a.exe.pdf'],
    ['a.jsx', 'a.jsx'],
    ['dir/sub/a.pdf', 'a.pdf'],
    ['C:\\tmp\\a.pdf', 'a.pdf'],
    ['../../a.pdf', 'a.pdf'],
    ['übersicht 😀.pdf', 'übersicht 😀.pdf'],
    ['=?utf-8?Q?=C3=BC.pdf?=', 'ü.pdf'],
    ["iso-8859-1''%FC.pdf", 'ü.pdf'],
    ["John's plan.pdf", "John's plan.pdf"],
    ['12:30 <50% off>.pdf', '12:30 <50% off>.pdf'],
    ['a'.repeat(255), 'a'.repeat(255)],
    ["O'Neil's 5%.pdf", "O'Neil's 5%.pdf"],
  ])('%j is sent as %j', (name, sent) => {
    const { attachments, issues } = check({ name, data });
    expect(issues).toEqual([]);
    expect(attachments.map((a) => a.name)).toEqual([sent]);
  });

  test.each([
    [undefined, 'required'],
    [null, 'required'],
    [7, 'type'],
    ['', 'length'],
    ['ü'.repeat(128), 'length'],
    ['   ', 'format'],
    ['dir/', 'format'],
    ['..', 'format'],
    ['a\0.pdf', 'format'],
    ['a\u0085.pdf', 'format'],
    ['a\u202efdp.exe', 'format'],
    ['a\u2066.pdf', 'format'],
    ['=?utf-8?Q?a=0D=0A.pdf?=', 'format'],
    ['=?utf-8?Q?=E2=80=AEa.pdf?=', 'format'],
    ['=?klingon?Q?a.pdf?=', 'format'],
    ["x'y'%41.txt", 'format'],
  ])('%j is refused: %s', (name, rule) => {
    expect(rules([{ name, data }])).toEqual([`attachments[0].name ${rule}`]);
  });
});

describe('content types [H8]', () => {
  test.each([
    ['a.pdf', undefined, 'application/pdf'],
    ['a.PDF', null, 'application/pdf'],
    ['a.ics', undefined, 'text/calendar'],
    ['a.constructor', undefined, 'application/octet-stream'],
    ['a', undefined, 'application/octet-stream'],
    ['a.ics', 'text/calendar; method=REQUEST', 'text/calendar; method=REQUEST'],
    ['a.txt', 'text/plain;charset="utf-8"', 'text/plain;charset="utf-8"'],
    ['a.txt', 'text/plain; format=flowed; delsp=yes', 'text/plain; format=flowed; delsp=yes'],
    [
      'a.ics',
      'text/calendar; METHOD=REQUEST; component=VEVENT',
      'text/calendar; METHOD=REQUEST; component=VEVENT',
    ],
    ['a.vcf', 'text/vcard; version=4.0; type=home', 'text/vcard; version=4.0; type=home'],
    ['a.pdf', 'application/pdf; name="i.exe"', 'application/pdf'],
    ['a.pdf', `application/pdf; FileName=i.exe; name*=utf-8''i.exe; x="; charset=y"`, 'application/pdf'],
    ['a.txt', 'text/plain; name=i.exe; charset=utf-8; boundary=b', 'text/plain; charset=utf-8'],
  ])('%s with %j is %s', (name, content_type, expected) => {
    const { attachments, issues } = check({ name, content_type, data });
    expect(issues).toEqual([]);
    expect(attachments[0]?.content_type).toBe(expected);
  });

  test.each([
    ['', 'format'],
    ['text', 'format'],
    ['text/', 'format'],
    ['text/plain; charset', 'format'],
    ['text/plain; charset=a b', 'format'],
    ['text/plain\r\nBcc: x', 'format'],
    ['text/plain; a="x\r\nBcc: y"', 'format'],
    ['multipart/mixed', 'format'],
    ['Multipart/Mixed; boundary=x', 'format'],
    [`text/${'a'.repeat(251)}`, 'format'],
    [7, 'type'],
  ])('%j is refused: %s', (content_type, rule) => {
    expect(rules([{ name: 'a', content_type, data }])).toEqual([`attachments[0].content_type ${rule}`]);
  });
});

test('a multipart is refused with what to do [Q63]', () => {
  const { issues } = check({ name: 'a', content_type: 'multipart/mixed', data });
  expect(issues.map(({ message }) => message)).toEqual([
    'content_type cannot be multipart: send its parts as files',
  ]);
});

describe('data [H8]', () => {
  test.each([
    ['', ''],
    ['aGVsbG8=', 'hello'],
    ['aGVsbG8', 'hello'],
    ['aGVs\r\nbG8=', 'hello'],
    [' a G V s b G 8 = \t', 'hello'],
    ['aGVsbG9v', 'helloo'],
  ])('%j decodes', (text, expected) => expect(decodeBase64(text)?.toString()).toBe(expected));

  test.each([
    'a',
    'aGVsbG8==',
    'aGVsbG=8',
    '=',
    'aGVs-_',
    'aGV\0',
    'aGVs\u0141A',
    'Łaaa',
    'aGV\u00a0s',
    'data:text/plain;base64,aGVs',
  ])('%j is refused', (text) => {
    expect(decodeBase64(text)).toBeNull();
    expect(rules([{ name: 'a', data: text }])).toEqual(['attachments[0].data format']);
  });

  test('every byte string comes back, with and without padding and line breaks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        for (const form of [text, text.replace(/=+$/, ''), text.replace(/(.{76})/g, '$1\r\n')]) {
          expect(decodeBase64(form)).toEqual(Buffer.from(bytes));
        }
      }),
    );
  });

  test('no character outside the alphabet is ever skipped', () => {
    fc.assert(
      fc.property(
        fc.base64String({ maxLength: 40 }),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
        fc.nat(),
        (text, odd, at) => {
          const i = at % (text.length + 1);
          const spoilt = text.slice(0, i) + odd + text.slice(i);
          if (!/[A-Za-z0-9+/=\s]/.test(odd)) expect(decodeBase64(spoilt)).toBeNull();
        },
      ),
    );
  });

  test.each([
    [undefined, 'required'],
    [null, 'required'],
    [7, 'type'],
  ])('%j is refused: %s', (value, rule) => {
    expect(rules([{ name: 'a', data: value }])).toEqual([`attachments[0].data ${rule}`]);
  });
});

describe('content_id [H8, Q47]', () => {
  test('stays with its file', () => {
    expect(check({ name: 'a.png', data, content_id: 'logo@x' }).attachments[0]).toEqual({
      name: 'a.png',
      content_type: 'image/png',
      content_id: 'logo@x',
      data: Buffer.from('hello'),
    });
  });

  test.each([
    ['', 'format'],
    ['<logo>', 'format'],
    ['a b', 'format'],
    ['a'.repeat(129), 'format'],
    [7, 'type'],
  ])('%j is refused: %s', (content_id, rule) => {
    expect(rules([{ name: 'a', data, content_id }])).toEqual([`attachments[0].content_id ${rule}`]);
  });

  test('the same one twice conflicts', () => {
    const item = { name: 'a', data, content_id: 'x' };
    expect(rules([item, { ...item, content_id: 'X' }, item])).toEqual(['attachments[2].content_id conflict']);
  });
});

describe('counts and sizes [H8]', () => {
  const file = (bytes: number) => ({ name: 'a', data: Buffer.alloc(bytes).toString('base64') });

  test.each([
    [undefined, []],
    [null, []],
    [[], []],
    [{}, ['attachments type']],
    ['x', ['attachments type']],
    [
      [null, 'x', []],
      ['attachments[0] type', 'attachments[1] type', 'attachments[2] type'],
    ],
    [Array.from({ length: 10 }, () => ({ name: 'a', data })), []],
    [Array.from({ length: 11 }, () => ({ name: 'a', data })), ['attachments length']],
  ])('%#', (items, expected) => expect(rules(items)).toEqual(expected));

  test('10 MB decoded each', () => {
    expect(rules([file(10 * 1024 * 1024)])).toEqual([]);
    expect(rules([file(10 * 1024 * 1024 + 1)])).toEqual(['attachments[0].data length']);
  });

  test('25 MB in all is told apart from a fault of one file', () => {
    const half = file(10 * 1024 * 1024);
    expect(checkAttachments([half, half, file(5 * 1024 * 1024)]).too_large).toBe(false);
    const over = checkAttachments([half, half, file(5 * 1024 * 1024 + 1)]);
    expect(over.too_large).toBe(true);
    expect(over.issues).toEqual([]);
  });

  test('one answer names every fault', () => {
    expect(rules([{ name: 'a.exe', data: '!', content_type: 'x', content_id: ' ' }, {}])).toEqual([
      'attachments[0].name blocked',
      'attachments[0].content_type format',
      'attachments[0].content_id format',
      'attachments[0].data format',
      'attachments[1].name required',
      'attachments[1].data required',
    ]);
  });
});

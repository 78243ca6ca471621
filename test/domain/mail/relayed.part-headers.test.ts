import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { checkHeaderOctets } from '../../../localstack/ses/header-octets.ts';
import { fileNames } from '../../../shared/mail/mime/leaves.ts';
import { leavesOf, scanMime } from '../../../shared/mail/mime/scan.ts';
import { simpleParser } from '../../support/mime.ts';
import { readRelayed } from '../../support/read-relayed.ts';
import { faultOf, lines, message, mixed, part } from '../../support/relayed-message.ts';

const folder = join(process.cwd(), 'test/domain/mail/fixtures');
const programs = readdirSync(folder).map((name): [program: string, octets: Buffer] => [
  name.replace(/\.eml$/, ''),
  readFileSync(join(folder, name)),
]);

/** The octets that SES is handed behind the service's own fields. */
const entityOf = (octets: Buffer) => {
  const { entity } = readRelayed(octets);
  checkHeaderOctets(entity);
  for (const line of entity.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  return entity;
};

const withPart = (header: string, body?: string) => mixed(part(header, body));
const partOf = (header: string) => {
  const written = entityOf(withPart(header)).toString('latin1');
  return written.slice(written.indexOf('--b\r\n') + 5, written.indexOf('\r\n\r\nx\r\n--b--'));
};
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

describe('octets above 127 in the header of a part [R79]', () => {
  test.each(programs)(
    'a message of %s has ASCII headers, the same names, and the same files',
    async (_, octets) => {
      const entity = entityOf(octets);
      const read = await simpleParser(entity.toString('latin1'));
      const names = read.attachments.map(({ filename }) => filename).filter((name) => name !== undefined);
      expect(names.at(-1)).toMatch(/^(?:Größe\.pdf|Bild ä\.png)$/);
      expect(new Set(names.map((name) => name.normalize()))).toEqual(
        new Set(names.length === 1 ? ['Größe.pdf'] : ['Größe.pdf', 'Bild ä.png']),
      );
      for (const { content } of read.attachments)
        expect(content.toString('latin1')).toBe('R\x00\xff attached');
      expect(read.text).toContain('Grüße');
    },
  );

  const written: [what: string, given: string, written: string][] = [
    [
      'a name in UTF-8',
      utf8('Content-Disposition: attachment; filename="Größe.pdf"'),
      "Content-Disposition: attachment;\n filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf",
    ],
    [
      'a name in windows-1252',
      'Content-Type: a/b; name="\x80.pdf"',
      "Content-Type: a/b;\n name*=utf-8''%E2%82%AC.pdf",
    ],
    [
      'a folded field, whose neighbors stay as they came',
      utf8(
        'content-type:a/b;name=a\nContent-Disposition : attachment;\n\tfilename=Größe.pdf;\n size=3\nX-A:  b  ',
      ),
      "content-type:a/b;name=a\nContent-Disposition: attachment;\n filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf;\n size=3\nX-A:  b  ",
    ],
    [
      'pieces by RFC 2231',
      utf8('Content-Disposition: attachment; filename*0="Grö"; filename*1*=%C3%9Fe.pdf'),
      "Content-Disposition: attachment;\n filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf",
    ],
    [
      'a name in both forms',
      utf8("Content-Disposition: attachment; filename=Größe.pdf; filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf"),
      "Content-Disposition: attachment;\n filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf",
    ],
    [
      'encoded words next to octets',
      utf8('Content-Disposition: attachment; filename="=?utf-8?q?Gr=C3=B6?=ße.pdf"'),
      "Content-Disposition: attachment;\n filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf",
    ],
    ['the name of a parameter', 'Content-Type: a/b; n\xe4me=x; name=y', 'Content-Type: a/b;\n name=y'],
    ['a description', utf8('Content-Description: Größe'), 'Content-Description: =?UTF-8?Q?Gr=C3=B6=C3=9Fe?='],
    ['an id', utf8('Content-ID: <ä@x>'), 'Content-ID: =?UTF-8?B?PMOkQHg+?='],
    ['another field, in windows-1252', 'X-Name: \x80 5', 'X-Name: =?UTF-8?Q?=E2=82=AC_5?='],
    [
      'words that cut a character',
      utf8('Content-Description: =?utf-8?q?Gr=C3?= =?utf-8?q?=B6?= ß'),
      'Content-Description: =?UTF-8?Q?Gr=C3=B6_=C3=9F?=',
    ],
    ['a line of a mailbox file', 'From Gr\xf6\xdfe Mon\nX-A: b', 'X-A: b'],
  ];
  test.each(written)('%s', (_, given, expected) => {
    expect(partOf(given)).toBe(lines(expected));
  });

  test('a name too long for a line is written in pieces', () => {
    for (const name of ['ä'.repeat(600), 'a'.repeat(1200)]) {
      const entity = entityOf(withPart(utf8(`Content-Disposition: attachment; filename="${name}.pdf"`)));
      expect(leavesOf(scanMime(entity)).map(fileNames)).toEqual([[`${name}.pdf`]]);
    }
  });

  test('parts of parts, and a part whose body is encoded as well', () => {
    const inner = `--i\n${utf8('Content-Type: text/plain; charset=utf-8; name="Ä.txt"')}\n\n${utf8('Größe')}\n--i--\n`;
    const entity = entityOf(withPart(`Content-Type: multipart/mixed; x="\xe4"; boundary="i"`, inner));
    const [leaf] = leavesOf(scanMime(entity));
    expect(leaf && fileNames(leaf)).toEqual(['Ä.txt']);
    expect(entity.toString('latin1')).toContain('Gr=C3=B6=C3=9Fe');
  });

  test('an attached message stays as it came, the header of its part does not', () => {
    const attached = utf8('Subject: Größe\nFrom: a@b.example\n\nGrüße');
    const octets = withPart(
      utf8('Content-Type: message/rfc822\nContent-Disposition: inline; filename="Größe.eml"'),
      attached,
    );
    const entity = entityOf(octets).toString('latin1');
    expect(entity).toContain(`filename*=utf-8''Gr%C3%B6%C3%9Fe.eml\r\n\r\n${lines(attached)}\r\n--b--`);
  });

  test('a header without an empty line gets it, where octets above 127 follow', () => {
    const inner = '--i\n\nx\n--i--\n';
    const header = 'Content-Type: multipart/mixed; boundary=i\n\xe4 no field: x';
    expect(entityOf(withPart(header, inner)).toString('latin1')).toContain(
      lines('boundary=i\n\n\xe4 no field: x\n\n--i'),
    );
  });

  test('a field with a bare CR is one field [R2]', () => {
    const header = 'X-A: b\rContent-Transfer-Encoding: 7bit\nContent-Type: text/plain';
    const entity = entityOf(withPart(header, '\xe4')).toString('latin1');
    expect(entity).toContain(lines(`Content-Transfer-Encoding: quoted-printable\n${header}\n\n`));
  });

  const signed = (type: string, header: string) =>
    message(
      `Content-Type: multipart/mixed; boundary=b`,
      `--b\nContent-Type: ${type}; boundary=s\n\n--s\n${header}\n\nx\n--s\nContent-Type: application/pgp-signature\n\ns\n--s--\n--b--\n`,
    );
  test.each([
    ['a signed part', signed('multipart/signed', 'Content-Description: \xe4')],
    ['an encrypted part', signed('multipart/encrypted', 'Content-Description: \xe4')],
    ['a boundary', withPart('Content-Type: multipart/mixed; boundary=\xe4', '--\xe4\n\nx\n--\xe4--\n')],
  ])('in %s are refused, since they must not be changed', (_, octets) => {
    expect(faultOf(() => readRelayed(octets))).toEqual([
      'validation_error',
      'A header contains non-ASCII bytes that cannot be encoded because they are in a signed or encrypted part or a boundary',
    ]);
  });

  test('that make it longer than can be read again are refused', () => {
    for (const field of [`Content-Description: ${'\xe4'.repeat(100_000)}`, `X: ${'a '.repeat(130_980)}`])
      expect(faultOf(() => readRelayed(withPart(field)))[1]).toBe('a header has over 1,000 fields or 256 KB');
    expect(entityOf(withPart(`Content-Description: ${'\xe4'.repeat(50_000)}`)).length).toBeGreaterThan(
      100_000,
    );
  });

  test('in the header of what is signed as a whole, and of S/MIME, are written again', () => {
    const entity = entityOf(signed('multipart/signed; x="\xe4"', 'Content-Description: a'));
    expect(entity.toString('latin1')).toContain(
      lines("multipart/signed;\n x*=utf-8''%C3%A4;\n boundary=s\n\n--s"),
    );
    expect(partOf('Content-Type: application/pkcs7-mime; name="\xe4.p7m"')).toBe(
      lines("Content-Type: application/pkcs7-mime;\n name*=utf-8''%C3%A4.p7m"),
    );
  });
});

/** A name as programs write it: raw, in words, in pieces; octets of any kind but line breaks and NUL. */
const name = fc
  .oneof(
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map((octets) => Buffer.from(octets).toString('latin1')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }).map(utf8),
    fc.constantFrom(
      '=?utf-8?q?=C3?==?utf-8?q?=B6?=',
      '\xe2\x80\xa8',
      '\xc2\x85',
      '\\"',
      ';x=',
      '(\xe4)',
      'a\rb',
    ),
  )
  .map((text) => text.replace(/[\r\n\0]/g, '\r'));
const quotedName = name.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
const parameter = fc.oneof(
  quotedName.map((text) => `filename=${text}`),
  name.map((text) => `filename=${text.replace(/[;"]/g, '')}`),
  fc.tuple(quotedName, quotedName).map(([a, b]) => `filename*0=${a};\r\n\tfilename*1=${b}`),
  name.map((text) => `filename*=utf-8''${encodeURIComponent(text)}`),
  name.map((text) => text.replace(/[="]/g, '')),
);
const field = fc.oneof(
  fc
    .array(parameter, { maxLength: 3 })
    .map((all) => ['Content-Disposition: attachment', ...all].join(';\r\n ')),
  name.map((text) => `Content-Description:${text}`),
  name.map((text) => `X-Group: a:${text.slice(0, 5)},\r\n ${text.slice(5)};`),
);

test('headers of any octets go out as ASCII, the names stay, and no octet of a body changes [R79]', () => {
  fc.assert(
    fc.property(fc.array(fc.array(field, { maxLength: 3 }), { minLength: 1, maxLength: 4 }), (headers) => {
      const leaves = headers.map(
        (fields, i) =>
          `--i\r\n${[...fields, 'Content-Transfer-Encoding: base64'].join('\r\n')}\r\n\r\nQUJD${i}\r\n`,
      );
      const body = `--b\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n${leaves.join('')}--i--\r\n--b--\r\n`;
      const entity = entityOf(
        message('Content-Type: multipart/mixed; boundary=b', Buffer.from(body, 'latin1')),
      );
      const given = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${body}`, 'latin1');
      const read = (bytes: Buffer) =>
        leavesOf(scanMime(bytes)).map((leaf) => [
          fileNames(leaf)[0]?.trim(),
          bytes.toString('latin1', leaf.body, leaf.end),
        ]);
      expect(read(entity)).toEqual(read(given));
    }),
    { numRuns: 300 },
  );
});

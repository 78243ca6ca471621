import { isAppError } from '../../../shared/core/errors.ts';
import { mimeLimits } from '../../../shared/mail/mime/scan.ts';
import { cpuOf } from '../../support/cpu.ts';
import { readRelayed } from '../../support/read-relayed.ts';
import { relayedKinds } from '../../support/relayed-kinds.ts';
import { faultOf, lines, message, mixed, part } from '../../support/relayed-message.ts';

/** The octets behind the empty line of the entity. */
const bodyOf = (entity: Buffer) => entity.subarray(entity.indexOf('\r\n\r\n') + 4);

describe('what SES refuses is encoded [R2]', () => {
  const long = 'x'.repeat(2500);
  test.each([
    [
      '8-bit text',
      'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit',
      'Gr\xc3\xbc\xc3\x9fe=\n \nend \t\n',
      'quoted-printable',
    ],
    ['a long line of html', 'Content-Type: text/html', `<p>${long}</p>\n`, 'quoted-printable'],
    ['8-bit without any field', 'Subject: x', '\xe9t\xe9\n', 'quoted-printable'],
    [
      'a file in binary',
      'Content-Type: application/octet-stream\nContent-Transfer-Encoding: binary',
      '\xff\xfe\x01 abc\n',
      'base64',
    ],
  ])('%s', (_, header, body, encoding) => {
    const { entity } = readRelayed(message(header, body));
    expect(entity.toString('latin1')).toContain(`Content-Transfer-Encoding: ${encoding}\r\n`);
    const encoded = bodyOf(entity).toString('latin1');
    expect(encoded).toMatch(/^[\r\n -~]*$/);
    for (const line of encoded.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76);
    const decoded =
      encoding === 'base64'
        ? Buffer.from(encoded, 'base64').toString('latin1')
        : encoded
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    expect(decoded).toBe(lines(body));
  });

  const encodedAs = 'Content-Transfer-Encoding: quoted-printable';
  test.each([
    [
      'only the leaf that needs it, and nothing around it',
      '--b\nContent-Type: text/plain\n\nplain  \n--b\nContent-Type: text/html; charset=utf-8\nX-Own: 1\nContent-Transfer-Encoding: 8bit\n\n\xc3\xa4\n--b--\n',
      `--b\nContent-Type: text/plain\n\nplain  \n--b\nContent-Type: text/html; charset=utf-8\nX-Own: 1\n${encodedAs}\n\n=C3=A4\n--b--\n`,
    ],
    [
      'of a field that ends as its Content-Transfer-Encoding does not an octet changes',
      '--b\nX-Original-Content-Transfer-Encoding: 8bit\nX-A: Content-Transfer-Encoding: 8bit\nContent-Transfer-Encoding: 8bit\n\n\xc3\xa4\n--b--\n',
      `--b\nX-Original-Content-Transfer-Encoding: 8bit\nX-A: Content-Transfer-Encoding: 8bit\n${encodedAs}\n\n=C3=A4\n--b--\n`,
    ],
    [
      'a header that ends at a line of no field gets its empty line',
      '--b\nX-A: 1\nGr\xf6\xdfe: 12\n\nrest\n--b--\n',
      `--b\n${encodedAs}\nX-A: 1\n\nGr=F6=DFe: 12\n\nrest\n--b--\n`,
    ],
    [
      'the same, whose text is quoted-printable already',
      `--b\n${encodedAs}\nGr\xf6\xdfe: 12\n--b--\n`,
      `--b\n${encodedAs}\n\nGr=F6=DFe: 12\n--b--\n`,
    ],
  ])('%s', (_, body, written) => {
    const { entity } = readRelayed(message('Content-Type: multipart/mixed; boundary=b', body));
    expect(bodyOf(entity).toString('latin1')).toBe(lines(written));
  });

  test.each([
    ['a signed part', 'multipart/signed; boundary=b', `--b\n\n${long}\n--b--\n`],
    ['an attached message', 'message/rfc822', `Subject: x\n\n${long}\n`],
  ])('a long line in %s is refused', (_, type, body) => {
    expect(faultOf(() => readRelayed(message(`Content-Type: ${type}`, body)))[0]).toBe('validation_error');
  });
});

describe('the header [R3-R5]', () => {
  const read = (header: string) => readRelayed(Buffer.from(lines(`${header}\n\nbody\n`), 'latin1')).header;
  const from = 'From: Ann <ann@example.com>\n';

  test('From is one mailbox, decoded [R3]', () => {
    expect(read('From: =?iso-8859-1?Q?J=F6rg?= <j@example.com>').from).toBe('Jörg <j@example.com>');
    for (const bad of [
      'To: b@example.org',
      'From: a@example.com, b@example.com',
      `${from}${from.trim()}`,
      'From: nobody',
    ])
      expect(faultOf(() => read(bad))[0]).toBe('validation_error');
  });

  test('a group in From is its one member; with more or none the reply says how many there are [R3]', () => {
    expect(read('From: Shop: Ann <ann@example.com>;').from).toBe('Ann <ann@example.com>');
    expect(faultOf(() => read('From: Shop: a@example.com, b@example.com;'))[1]).toContain(
      'not 2 (groups included)',
    );
    expect(faultOf(() => read('From: Nobody:;'))[1]).toContain('not 0 (groups included)');
  });

  test('a Q word keeps the specials that its writer left raw [R3]', () => {
    expect(read('From: =?utf-8?Q?Caf=C3=A9_(Shop)?= <a@example.com>').from).toBe(
      '"Café (Shop)" <a@example.com>',
    );
    expect(
      read(`${from}To: =?utf-8?q?Re:_Doe,_J;?= <a@example.org>, =?utf-8?Q?B?= <b@example.org>`).to,
    ).toEqual(['"Re: Doe, J;" <a@example.org>', 'B <b@example.org>']);
  });

  test.each([
    ['To: Ann (x <ann@example.org>', []],
    ['To: <ann@example.org', ['ann@example.org']],
    ['To: J\xf6rg <j@example.org>', ['Jörg <j@example.org>']],
  ])('another To behind %j is read for itself [R4]', (first, found) => {
    const { to } = read(`${from}${first}\nTo: J\xc3\xb6 <b@example.org>`);
    expect(to).toEqual([...found, 'Jö <b@example.org>']);
  });

  test('a name that is too long for a field is noted by its beginning [R5]', () => {
    expect(read(`${from}${'X'.repeat(12_000)}: 1`).dropped).toEqual(['x'.repeat(126)]);
  });

  test('To, Cc and Reply-To are read as mail programs do [R3]', () => {
    const { to, cc, reply_to } = read(
      `${from}To: Friends: "Bob, B." <bob@example.org>, carl@example.org;, broken <nowhere>, Dörte <d@example.org>\nTo: eve@example.org (Eve)\nCc: undisclosed-recipients:;\nReply-To: r@example.org`,
    );
    expect(to).toEqual([
      '"Bob, B." <bob@example.org>',
      'carl@example.org',
      'Dörte <d@example.org>',
      'Eve <eve@example.org>',
    ]);
    expect([cc, reply_to]).toEqual([[], ['r@example.org']]);
    const many = Array.from({ length: 11 }, (_, i) => `r${i}@example.org`).join(', ');
    expect(faultOf(() => read(`${from}Reply-To: ${many}`))[1]).toContain('Reply-To');
  });

  test('the subject is decoded, words that cut a character are whole [R3]', () => {
    const word = (hex: string) => `=?utf-8?Q?${hex}?=`;
    expect(read(`${from}Subject: ${word('gr=C3')}\n ${word('=BC=C3=9F')} you`).subject).toBe('grüß you');
    expect(read(`${from}Subject:  \nX-A: 1`).subject).toBe('');
    expect(read(`${from}Subject: Gr\xfc\xdfe`).subject).toBe('Grüße');
    expect(faultOf(() => read(`${from}Subject: ${'s'.repeat(999)}`))[1]).toContain('Subject');
  });

  test('Received stays in order, more than 50 are a loop (R45) [R3]', () => {
    const hops = (n: number) =>
      Array.from({ length: n }, (_, i) => `Received: from h${i}\n by relay`).join('\n');
    expect(read(`${hops(2)}\n${from}X-A: 1`).received).toBe(lines(`${hops(2)}\n`));
    expect(faultOf(() => read(`${hops(51)}\n${from}X-A: 1`))[1]).toContain('50 servers');
  });

  test('what the service owns is left out, and noted but for the ordinary [R3, R5]', () => {
    const { kept, dropped } = read(
      `${from}Bcc: secret@example.org\nDate: x\nMessage-ID: <1@x>\nMIME-Version: 1.0\nX-Service-Tags: a=b\nSender: s@example.org\nDKIM-Signature: v=1\nX-Mailer: PHP\nX-mailer: PHP\nList-Id: <l>\nX-Own:  two  blanks\n and a fold`,
    );
    expect(kept).toBe('List-Id: <l>\r\nX-Own:  two  blanks\r\n and a fold\r\n');
    expect(dropped).toEqual(['sender', 'dkim-signature', 'x-mailer']);
  });

  test('a field that SES takes once goes out once, and with two values not at all [R4]', () => {
    expect(read(`${from}References: <a>\nreferences: <a>`).kept).toBe('References: <a>\r\n');
    expect(faultOf(() => read(`${from}References: <a>\nReferences: <b>`))).toEqual([
      'validation_error',
      expect.stringContaining('References'),
    ]);
    expect(faultOf(() => read(`${from}Content-Type: text/plain\nContent-Type: text/html`))[1]).toContain(
      'Content-Type',
    );
    expect(read(`${from}X-A: 1\nX-A: 2`).kept).toBe('X-A: 1\r\nX-A: 2\r\n');
  });

  test('8-bit values and long lines are written as SES takes them [R4]', () => {
    const { kept } = read(`${from}X-A: Gr\xc3\xbc\xc3\x9fe\nX-B: ${'word '.repeat(300)}`);
    expect(kept).toMatch(/^[\r\n -~]*$/);
    expect(kept).toMatch(/X-A: =\?UTF-8\?/);
    for (const line of kept.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  });

  test('control headers are unfolded and decoded, twice is refused [R11]', () => {
    const { control_fields } = read(
      `${from}X-Service-Tags: a=1;\n b=2\nX-SERVICE-Category: =?utf-8?Q?product?=`,
    );
    expect([...control_fields]).toEqual([
      ['x-service-tags', 'a=1; b=2'],
      ['x-service-category', 'product'],
    ]);
    expect(faultOf(() => read(`${from}X-Service-Tags: a\nX-Service-Tags: a`))[1]).toContain('X-Service-Tags');
  });
});

describe('attachments [R8]', () => {
  const png = part('Content-Type: image/png\nContent-Disposition: inline; filename=logo.png');

  test('bodies, signatures and an invitation are not counted', () => {
    const count = (kind: string) =>
      readRelayed(message(...(relayedKinds[kind] as [string, string]))).attachments;
    expect(count('a calendar invitation')).toBe(0);
    expect(count('PGP/MIME with 8-bit text')).toBe(0);
    expect(count('an attached message')).toBe(1);
    expect(count('a multipart without boundary')).toBe(1);
    expect(readRelayed(mixed(part('Content-Type: text/plain'), png, png)).attachments).toBe(2);
  });

  test('more than 10, or one over 10 MB, are too large', () => {
    expect(readRelayed(mixed(...Array(10).fill(png))).attachments).toBe(10);
    expect(faultOf(() => readRelayed(mixed(...Array(11).fill(png))))[0]).toBe('payload_too_large');
    const base64 = `${'A'.repeat(76)}\n`.repeat(Math.ceil((10 * 1024 * 1024 + 3) / 57));
    const big = part('Content-Type: image/png\nContent-Transfer-Encoding: base64', base64);
    expect(faultOf(() => readRelayed(mixed(big)))[0]).toBe('payload_too_large');
  });
});

describe('limits [R31]', () => {
  test('parts and depth', () => {
    const parts = (n: number) =>
      message('Content-Type: multipart/mixed; boundary=b', `${'--b\n\n\n'.repeat(n)}--b--\n`);
    expect(faultOf(() => readRelayed(parts(mimeLimits.parts + 1)))[1]).toContain('1,000 parts');
    const nest = (depth: number): string =>
      depth === 0
        ? 'Content-Type: text/plain\n\nx\n'
        : `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${nest(depth - 1)}--b${depth}--\n`;
    const nested = (depth: number) => Buffer.from(lines(`From: a@example.com\n${nest(depth)}`), 'latin1');
    expect(readRelayed(nested(49)).attachments).toBe(0);
    expect(faultOf(() => readRelayed(nested(50)))[1]).toContain('50 levels');
  });

  const octets = 8 * 1024 * 1024;
  const endless: [what: string, unit: string, fault: string][] = [
    ['fields', 'a:\n', '1,000 fields'],
    ['folded lines', ' a\n', '256 KB'],
  ];
  const parts: [of: string, before: string][] = [
    ['message', 'X-A: 1'],
    ['part', 'Content-Type: multipart/mixed; boundary=b\n\n--b\nX-A: 1'],
  ];
  test.each(endless.flatMap((one) => parts.map(([of, before]) => [...one, of, before] as const)))(
    '8 MB of %s (%j) are refused at the limit of %s in the header of a %s',
    (_, unit, fault, __, before) => {
      const bytes = message(`${before}\n${unit.repeat(octets / (unit.length + 1)).trimEnd()}`, 'x');
      const refused = () =>
        expect(faultOf(() => readRelayed(bytes))).toEqual([
          'validation_error',
          expect.stringContaining(fault),
        ]);
      expect(Math.min(cpuOf(refused), cpuOf(refused), cpuOf(refused))).toBeLessThan(500);
    },
  );

  test.each([
    ['boundary lines', 'Content-Type: multipart/mixed; boundary=b', '--bc\n'.repeat(200_000)],
    ['dashes', 'Content-Type: multipart/mixed; boundary=b', '-'.repeat(5_000_000)],
    ['parameters', `Content-Type: a/b${';'.repeat(200_000)}`, 'x'],
    ['quotes', `Content-Type: a/b; a="${'\\'.repeat(200_000)}`, 'x'],
    ['comments of a type', `Content-Type: multipart/mixed ${'('.repeat(200_000)}; boundary=b`, 'x'],
    ['comments of parameters', `Content-Type: a/b${'; a=(b)'.repeat(30_000)}`, 'x'],
    ['blanks of a type', `Content-Type: a${' '.repeat(200_000)}b`, 'x'],
    ['sections', `Content-Type: a/b; ${'a*0=b;'.repeat(30_000)}`, 'x'],
    ['words', `Subject: ${'=?a?q?'.repeat(30_000)}`, 'x'],
    ['comments', `To: ${'('.repeat(200_000)}`, 'x'],
    ['groups', `To: ${'a:'.repeat(100_000)}`, 'x'],
  ])('%s are read in time that is linear', (_, header, body) => {
    const read = () => {
      try {
        readRelayed(message(header.replace('\n', ' '), body));
      } catch (error) {
        if (!isAppError(error)) throw error;
      }
    };
    expect(cpuOf(read)).toBeLessThan(10_000);
  });
});

describe('the digest [R9]', () => {
  const [header, body] = relayedKinds['a calendar invitation'] as [string, string];
  const digest = (h: string, b: string) => readRelayed(message(h, b)).digest;

  test('is the same for other boundaries and encodings', () => {
    const other = (text: string) => text.replaceAll('=_alt', 'other');
    expect(digest(other(header), other(body))).toBe(digest(header, body));
    const encoded = body.replace(
      'utf-8\n\nJoin us',
      'utf-8\nContent-Transfer-Encoding: base64\n\nSm9pbiB1cw==',
    );
    expect(digest(header, encoded)).toBe(digest(header, body));
  });

  test('is another for other content, type or name', () => {
    for (const [a, b] of [
      ['Join us', 'Join me'],
      ['method=REQUEST', 'method=CANCEL'],
      ['text/plain', 'text/html'],
    ])
      expect(digest(header, body.replace(a as string, b as string))).not.toBe(digest(header, body));
  });
});

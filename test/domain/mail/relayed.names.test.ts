import { readRelayed } from '../../support/read-relayed.ts';
import { faultOf, message, mixed, part } from '../../support/relayed-message.ts';

describe('names of files [R8]', () => {
  test.each([
    'Content-Disposition: attachment; filename=setup.exe',
    'Content-Disposition: attachment; filename="=?utf-8?B?c2V0dXAuZXhl?="',
    'Content-Disposition: attachment; filename="=?utf-8?Q?setup?.exe?="',
    'Content-Disposition: attachment; filename="=??B?c2V0dXAuZXhl?="',
    "Content-Disposition: attachment; filename*=utf-8''setup%2Eexe",
    'Content-Disposition: attachment; filename*0=setup; filename*1=.exe',
    'Content-Type: image/png; name="setup.EXE"',
    'Content-Disposition: attachment; filename=a.txt\nContent-Type: text/plain; name=setup.js',
    'Content-Disposition: attachment; filename=a.txt; filename=setup.exe',
    'Content-Disposition: attachment; filename=a.txt\nContent-Disposition: attachment; filename=setup.exe',
    'Content-Disposition: attachment; (free) filename=setup.exe',
    'Content-Disposition: attachment; filename=setup.exe (free \\( of cost)',
    'Content-Disposition: attachment; filename=setup.exe (free',
    "Content-Disposition: attachment; filename*=utf-8''setup.ex%01e",
    'Content-Disposition: attachment; filename*0=setup.exe; filename*0=.txt',
    'Content-Disposition: attachment; filename*0=setup; filename*1=.exe; filename*1=.txt',
    'Content-Disposition: attachment; filename*0=setup; filename*1=.e; filename*1=xx; filename*2=xe',
    'Content-Disposition: attachment; filename*0=setup.e; filename*1=yy; filename*1=xe',
    'Content-Disposition: attachment; filename*0=setup.exe; filename*2=.txt',
    "Content-Disposition: attachment; filename*=utf-8''setup.exe; filename*0=a.txt",
    'Content-Disposition: attachment; filename="setup.e\\xe"',
    'Content-Disposition: attachment; filename*0="setup.e\\x"; filename*1=e',
  ])('a blocked extension in %s', (fields) => {
    expect(faultOf(() => readRelayed(mixed(part(fields))))).toEqual([
      'validation_error',
      expect.stringContaining('cannot be sent'),
    ]);
  });

  test.each([
    ['b (a comment)', 'b'],
    ['"b "', 'b'],
    ['b c', 'b c'],
    ['b; boundary=c', 'c'],
    ['"b\\c"', 'b\\c'],
    ['"b\\c"', 'bc'],
    ['"b\\\\c"', 'b\\\\c'],
    ['b; boundary*=c', 'b'],
  ])('a blocked extension below the boundary %s, read as %s', (written, boundary) => {
    const body = `--${boundary}\nContent-Disposition: attachment; filename=setup.exe\n\nx\n--${boundary}--\n`;
    const sent = message(`Content-Type: multipart/mixed; boundary=${written}`, body);
    expect(faultOf(() => readRelayed(sent))).toEqual([
      'validation_error',
      expect.stringContaining('cannot be sent'),
    ]);
  });

  test.each([
    'multipart/mixed (a;b); boundary=b',
    'multipart/mixed (a (b) c); boundary=b',
    'multipart/mixed (a \\) ; b); boundary=b',
    '(a) multipart (b) / (c) mixed; boundary=b',
    'multipart/mixed; boundary (c) = (d) b',
    'multipart/mixed; boundary="b" (c)',
    'multipart/mixed (; boundary=x); boundary=b',
    'multipart/mixed (a; boundary=b',
    'multipart/mixed; x=(a; boundary=b',
    'multipart/mixed; x="(a"; boundary=b',
  ])('a blocked extension below %s, and 8-bit text there is encoded for itself', (type) => {
    const text = part('Content-Type: text/plain', '\xe9');
    const file = part('Content-Disposition: attachment; filename=a.txt');
    const bad = part('Content-Disposition: attachment; filename=setup.exe');
    const sent = (last: string) => message(`Content-Type: ${type}`, `${text}${last}--b--\n`);
    expect(faultOf(() => readRelayed(sent(bad)))[1]).toContain('.exe files cannot be sent');
    const { entity, attachments } = readRelayed(sent(file));
    expect(attachments).toBe(1);
    expect(entity.toString('latin1')).toMatch(
      /^Content-Type: [^\r]+\r\n\r\n--b\r\nContent-Transfer-Encoding: /,
    );
  });

  test.each(['a(b)c', '"a(b)c"', '"a(b"', '"a\\(b"', 'a(b'])('the boundary %s is no comment', (written) => {
    const boundary = written.replace(/["\\]/g, '');
    const bad = 'Content-Disposition: attachment; filename=setup.exe';
    const sent = message(
      `Content-Type: multipart/mixed; boundary=${written}`,
      `--${boundary}\n${bad}\n\nx\n--${boundary}--\n`,
    );
    expect(faultOf(() => readRelayed(sent))[1]).toContain('.exe files cannot be sent');
  });

  /** What is sent of these parts in addition to a template. */
  const besideTemplate = (...parts: string[]) => {
    const fields = 'X-Service-Template: t\nContent-Type: multipart/mixed; boundary=b';
    return readRelayed(message(fields, `${parts.join('')}--b--\n`));
  };

  test.each([
    ['a (1).exe.txt', 'a (1).exe.txt'],
    ['../a\x01\u202eb.txt', 'ab.txt'],
    [`${'a'.repeat(300)}.txt`, `${'a'.repeat(251)}.txt`],
    [`${'a'.repeat(249)}😀😀.txt`, `${'a'.repeat(249)}.txt`],
    ['', 'attachment-1.txt'],
  ])('beside a template the file %j is %j [R14]', (filename, expected) => {
    const written = `filename*=utf-8''${encodeURIComponent(filename)}`;
    const file = part(`Content-Type: text/plain\nContent-Disposition: attachment; ${written}`);
    expect(besideTemplate(file).files).toMatchObject([{ name: expected }]);
  });

  test('beside a template an invitation among the alternatives is a file, and is not counted (R8) [R14]', () => {
    const invitation = 'Content-Type: text/calendar; method=REQUEST; charset=utf-8\n\nBEGIN:VCALENDAR\n';
    const alternatives = `--a\n\nhi\n--a\n${invitation}--a--`;
    const { files, attachments } = besideTemplate(
      part('Content-Type: multipart/alternative; boundary=a', alternatives),
      part('Content-Type: image/png; name=l.png'),
    );
    expect(files).toMatchObject([
      { name: 'attachment-1.ics', content_type: 'text/calendar; method=REQUEST; charset=utf-8' },
      { name: 'l.png' },
    ]);
    expect(attachments).toBe(1);
  });

  const typeOf = (fields: string) => besideTemplate(part(fields)).files[0]?.content_type;

  test.each([
    ['application/pdf;\n\tname="x.pdf"', 'application/pdf'],
    ['text/calendar; charset=UTF-8;\n\tmethod=REQUEST;', 'text/calendar; charset=UTF-8; method=REQUEST'],
    ['Application/PDF (Adobe); name=my file.pdf', 'application/pdf'],
    [`application/pdf; name*=utf-8''${'%D0%B4'.repeat(60)}`, 'application/pdf'],
    ['text/plain; charset="a b"', 'text/plain; charset="a b"'],
    ['text/plain; charset=ü', 'text/plain'],
    ['multipart/mixed', 'application/octet-stream'],
  ])('beside a template the type %j is %j [R14]', (written, expected) => {
    expect(typeOf(`Content-Type: ${written}\nContent-Disposition: attachment; filename=x.bin`)).toBe(
      expected,
    );
  });

  test.each([
    ['X-Other: 1', 'report.pdf', 'application/pdf'],
    ['Content-Type: ; name="report.pdf"', 'report.pdf', 'application/pdf'],
    ['Content-Type: pdf', 'Report.PDF', 'application/pdf'],
    ['Content-Type: application/pdf, name=x', 'x.zip', 'application/pdf'],
    ['Content-Type: application/', 'x.zip', 'application/zip'],
    ['Content-Type: image/png/x', 'x.zip', 'application/zip'],
    ['Content-Type: multipart; boundary=c', 'x.zip', 'application/zip'],
    ['X-Other: 1', 'data.bin', 'application/octet-stream'],
    ['Content-Type: text; charset=utf-8', 'a.txt', 'text/plain; charset=utf-8'],
    ['Content-Type: text / plain', 'report.pdf', 'text/plain'],
  ])('beside a template a file with %j and the name %j is %j [R14]', (field, name, expected) => {
    expect(typeOf(`${field}\nContent-Disposition: attachment; filename=${name}`)).toBe(expected);
  });

  test('a file that is marked as an attachment stays one, with a Content-ID, too [R14]', () => {
    const image = 'Content-Type: image/png\nContent-Id: <l>\nContent-Disposition';
    const parts = ['attachment', 'inline'].map((disposition) =>
      part(`${image}: ${disposition}; filename=l.png`),
    );
    expect(besideTemplate(...parts).files.map(({ content_id }) => content_id)).toEqual([undefined, 'l']);
  });

  test('a name that is cut is checked as it goes out [R14]', () => {
    const name = `${'a'.repeat(251)}.exe${'x'.repeat(40)}`;
    const [code, said] = faultOf(() =>
      besideTemplate(part(`Content-Disposition: attachment; filename=${name}`)),
    );
    expect([code, said]).toEqual(['validation_error', expect.stringContaining('.exe files cannot be sent')]);
  });
});

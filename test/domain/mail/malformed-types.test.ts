import { parameterOf, parseStructured, possibleValues } from '../../../shared/mail/mime/parameters.ts';
import { readReceived } from '../../../shared/mail/received/read-received.ts';
import { readRelayed } from '../../support/read-relayed.ts';
import { faultOf, lines, message, mixed, part } from '../../support/relayed-message.ts';

const bodyOf = (source: Buffer) => {
  const { html, text, files } = readReceived(source).body;
  return [html, text, ...files.map(({ filename, content_type }) => `${filename} ${content_type}`)];
};

test.each([
  ['application/pdf name="invoice.pdf"', 'application/pdf', 'name', 'invoice.pdf'],
  ["application/pdf\tname*=utf-8''a%20b.pdf; x=y", 'application/pdf', 'name', 'a b.pdf'],
  ['text/html charset=utf-8', 'text/html', 'charset', 'utf-8'],
  ['text/html,charset=utf-8', 'text/html', 'charset', 'utf-8'],
  ['text/html: charset=utf-8', 'text/html', 'charset', 'utf-8'],
  ['Text / Html (a=b) charset=utf-8', 'text / html', 'charset', 'utf-8'],
  ['multipart/mixed odd boundary="a b"', 'multipart/mixed odd', 'boundary', 'a b'],
  ['attachment filename=a b.txt', 'attachment', 'filename', 'a b.txt'],
  ['charset=utf-8', 'charset=utf-8', 'charset', null],
  ['a/b = c', 'a/b = c', 'b', null],
  ['a/b; x="y z=1"', 'a/b', 'z', null],
  ['', '', 'x', null],
])('%s, whose semicolon is missing, is %j with %s %j [R48]', (text, value, name, expected) => {
  const read = parseStructured(text);
  expect([read.value, parameterOf(read, name)]).toEqual([value, expected]);
});

test('what is read without the separator stays among the readings [R8]', () => {
  const values = (text: string) => possibleValues(parseStructured(text), /^(?:boundary|name)\*?$/);
  expect(values('multipart/mixed x="; boundary=b; y=1')).toEqual(['b']);
  expect(values('a/b x="; name=a.exe')).toEqual(['a.exe']);
  expect(values('a/b name="a.txt; name=a.exe')).toEqual(expect.arrayContaining(['a.exe']));
});

describe('received mail [R48]', () => {
  test.each([
    ['application/pdf name="invoice.pdf"', 'invoice.pdf application/pdf'],
    ['application/pdf, name=invoice.pdf', 'invoice.pdf application/pdf'],
    ['application/pdf invoice', 'attachment-1.pdf application/pdf'],
    ['application/; name=a.bin', 'a.bin application/octet-stream'],
    ['image', 'attachment-1.bin application/octet-stream'],
    ['a/b/c', 'attachment-1.bin application/octet-stream'],
    ['text/csv header=present', 'attachment-1.csv text/csv'],
  ])('a part of %s is a file, as for mail programs', (type, file) => {
    const source = mixed(part('X-A: 1', 'hi'), part(`Content-Type: ${type}`));
    expect(bodyOf(source)).toEqual([null, 'hi', file]);
    expect(readRelayed(source).attachments).toBe(1);
  });

  test.each([
    ['text/html charset=iso-8859-2', 'ą', null],
    ['text/html, charset=iso-8859-2', 'ą', null],
    ['text/html utf-8', '±', null],
    ['text/plain\xff x; charset=iso-8859-2', null, 'ą'],
    ['text charset=iso-8859-2', null, 'ą'],
    ['text/plain/x; charset=iso-8859-2', null, 'ą'],
    ['html', null, '±'],
    ['multipart', null, '±'],
    ['; charset=iso-8859-2', null, 'ą'],
  ])('a text of %s is html %j or text %j', (type, html, text) => {
    const source = message(`Content-Type: ${type}`, '\xb1');
    expect(bodyOf(source)).toEqual([html, text]);
    expect(readRelayed(source).attachments).toBe(0);
  });

  test.each([
    'multipart/mixed\n\tboundary="b"',
    'multipart; boundary=b',
    'multipart/ boundary=b',
    'multipart boundary=b',
  ])('the parts of %j are found, and their 8-bit text is encoded for itself', (type) => {
    const source = message(`Content-Type: ${type}`, `${part('Content-Type: text/html', '\xe9')}--b--\n`);
    expect(bodyOf(source)).toEqual(['é', null]);
    expect(readRelayed(source).entity.toString('latin1')).toBe(
      lines(
        `Content-Type: ${type}\n\n--b\nContent-Transfer-Encoding: quoted-printable\nContent-Type: text/html\n\n=E9\n--b--\n`,
      ),
    );
  });

  test('a disposition and an encoding without their semicolon are read', () => {
    const fields =
      'Content-Disposition: attachment filename="a.txt"\nContent-Transfer-Encoding: base64 charset=utf-8';
    const [file] = readReceived(mixed(part(fields, 'aGk='))).body.files;
    expect(file).toMatchObject({ filename: 'a.txt', disposition: 'attachment', size: 2 });
  });
});

describe('the relay [R8]', () => {
  test.each([
    'Content-Type: application/octet-stream name="setup.exe"',
    'Content-Type: application/octet-stream,name=setup.exe',
    "Content-Type: application/octet-stream name*=utf-8''setup%2Eexe",
    'Content-Type: application/octet-stream (a) name*0=setup; name*1=.exe',
    'Content-Type: application/octet-stream x="; name=setup.exe',
    'Content-Type: text/plain name=a.txt; name=setup.exe',
    'Content-Disposition: attachment filename="setup.exe"',
  ])('refuses a blocked extension in %s', (fields) => {
    expect(faultOf(() => readRelayed(mixed(part(fields))))).toEqual([
      'validation_error',
      expect.stringContaining('.exe files cannot be sent'),
    ]);
  });

  test('a raw name behind a type without its semicolon is encoded, too [R78]', () => {
    const { content } = readRelayed(message('Content-Type: application/pdf name="\xe9.pdf"', 'x')).header;
    expect(content).toBe("Content-Type: application/pdf;\r\n name*=utf-8''%C3%A9.pdf\r\n");
  });
});

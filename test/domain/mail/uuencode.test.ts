import { openTexts } from '../../../shared/mail/mime/leaves.ts';
import { scanMime } from '../../../shared/mail/mime/scan.ts';
import { decodeTransfer } from '../../../shared/mail/mime/transfer.ts';
import { readReceived } from '../../../shared/mail/received/read-received.ts';
import { readRelayed } from '../../support/read-relayed.ts';
import { lines, mixed, part } from '../../support/relayed-message.ts';

const cat = 'begin 600 gr\xfcn.png\n#0V%T\n`\nend\n';
const encodedAs = (type: string, encoding: string, body: string) =>
  mixed(part(`Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\nX-A: 1`, body));
const bodyOf = (source: Buffer) => readReceived(source).body;

test.each(['x-uuencode', 'uuencode', 'X-UUE', 'uue', '"x-uuencode" (old)'])(
  'a file in %s is received decoded, and relayed with octets above 127 it is the same file [R2, R50]',
  (encoding) => {
    const source = encodedAs('image/png; name=g.png', encoding, cat);
    const { entity } = readRelayed(source);
    expect(entity.toString('latin1')).toContain(
      lines(
        '\n--b\nContent-Type: image/png; name=g.png\nContent-Transfer-Encoding: base64\nX-A: 1\n\nQ2F0\n--b',
      ),
    );
    for (const one of [source, Buffer.concat([Buffer.from('From: a@x.example\r\n'), entity])]) {
      const [file] = bodyOf(one).files;
      expect([file?.filename, file?.size, Buffer.from(file?.data ?? []).toString()]).toEqual([
        'g.png',
        3,
        'Cat',
      ]);
    }
  },
);

test('without octets above 127 it goes out as it came, and R48: a text in it is shown decoded [R1]', () => {
  const source = encodedAs('text/plain', 'x-uuencode', cat.replace('\xfc', 'u'));
  const body = source.subarray(source.indexOf('--b'));
  expect(readRelayed(source).entity.toString('latin1')).toContain(body.toString('latin1'));
  expect(bodyOf(source).text).toBe('Cat');
});

const uuencoded = (octets: Buffer) =>
  Array.from({ length: Math.ceil(octets.length / 45) }, (_, i) => octets.subarray(45 * i, 45 * i + 45))
    .map((line) => {
      const sextets = [line.length, ...line.toString('base64').replace(/=/g, 'A')].map((one) =>
        typeof one === 'number' ? one : base64.indexOf(one),
      );
      return sextets.map((one) => String.fromCharCode(one + 0x20)).join('');
    })
    .join('\r\n');
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

test('any octets, zeros as blanks or backticks, and blanks at the ends of lines cut off [R50]', () => {
  for (let length = 0; length < 200; length += 7) {
    const octets = Buffer.from(Array.from({ length }, (_, i) => (i % 5 === 0 ? 0 : (i * 37) % 256)));
    const text = uuencoded(octets);
    for (const written of [text, text.replaceAll(' ', '`'), text.replace(/ +(?=\r\n|$)/g, '')]) {
      const bytes = Buffer.from(`\r\n \r\nbegin 644 a b\r\n${written}\r\n \r\nend\r\n\r\n`);
      expect(decodeTransfer(bytes, 'x-uue')).toEqual(octets);
    }
  }
});

test.each([
  ['no begin line', '#0V%T\nend', '#0V%T\r\nend'],
  ['a begin line that is none', 'begin again\n#0V%T', 'begin again\r\n#0V%T'],
  ['no end', 'begin 644 a\n#0V%T', 'Cat'],
  ['nothing', 'begin 644 a\n', ''],
  ['blank lines', '\n\nbegin 644 a\n#0V%T\n\n#0V%T\nend\n \n', 'CatCat'],
  ['a line with a checksum', 'begin 644 a\n#0V%T!\nend \n', 'Cat'],
  ['no mode', 'begin  a\n#0V%T', 'begin  a\r\n#0V%T'],
])('uuencoded text with %s is read as far as it can be [R50]', (_, text, octets) => {
  expect(decodeTransfer(Buffer.from(lines(text), 'latin1'), 'uue').toString('latin1')).toBe(octets);
});

const block = 'begin 644 a\n#0V%T\nend\n';
test.each([
  `Gr\xfc\xdfe\n${block}`,
  `${block}bye\n`,
  block + block,
  'begin 644 a\n-- \xe9\n#0V%T\n',
  `${block} \xe9`,
])('what is more than one block keeps all of its octets and its encoding (%#) [R2]', (text) => {
  const source = encodedAs('text/plain', 'x-uuencode', text);
  expect(decodeTransfer(Buffer.from(lines(text), 'latin1'), 'uue').toString('latin1')).toBe(lines(text));
  const body = source.toString('latin1', source.indexOf('--b'));
  expect(readRelayed(source).entity.toString('latin1')).toContain(body);
  expect(openTexts(scanMime(source))).toEqual([]);
});

test('what is decoded is never longer than what came [R8]', () => {
  const bytes = Buffer.from(`begin 644 a\r\n${'M\r\n'.repeat(1000)}end\r\n`);
  expect(decodeTransfer(bytes, 'uue')).toHaveLength(bytes.length);
});

const yenc = '=ybegin line=128 size=2 name=a\n\xaa\xbb\n=yend size=2';

test.each(['x-yenc', 'yenc', 'x-binhex', 'mac-binhex40'])(
  '%s is not known, and its octets mean nothing without its name: they stay [R2]',
  (encoding) => {
    const source = encodedAs('text/html', encoding, yenc);
    const { entity } = readRelayed(source);
    expect(entity.toString('latin1')).toContain(source.toString('latin1', source.indexOf('--b')));
    expect(openTexts(scanMime(entity))).toEqual([]);
  },
);

test.each(['8 bit', 'utf-8', 'none'])('%s is a name of none: 8-bit text is encoded [R2]', (encoding) => {
  const { entity } = readRelayed(encodedAs('text/plain', encoding, '\xe9'));
  expect(entity.toString('latin1')).toContain(
    lines('\nContent-Transfer-Encoding: quoted-printable\nX-A: 1\n\n=E9\n'),
  );
});

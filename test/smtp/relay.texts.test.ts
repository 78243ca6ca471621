import { verifiedDomain } from '../support/api.ts';
import { header, read } from '../support/mime.ts';
import { acceptedId, relayWorld } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
let tracked: string;
beforeAll(async () => {
  world = await relayWorld();
  tracked = `t.${world.domain}`;
  const tracking = { open_tracking: true, click_tracking: true };
  await verifiedDomain(world.ctx, world.account.id, tracked, tracking);
});
afterAll(() => world.service.drain(0));

const link = '<a href="https://shop.example/?a=1&amp;b=2">';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const quoted = (text: string) => text.replaceAll('=', '=3D');

/** What SES was handed for a message with this top field and body, from the domain with tracking. */
async function sent(type: string, body: string, more = ''): Promise<string> {
  const top = `From: shop@${tracked}\nTo: ada@x.example\nSubject: s\n${more}Content-Type: ${type}\n\n`;
  return world.delivered(acceptedId(await world.raw(top + body)));
}

const decodeQuoted = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const clicks = /\/t\/c\//g;
const pixel = /<img src="[^"]*\/t\/o\//g;
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

describe('tracking on foreign MIME [R13]', () => {
  test('each html that is shown is rewritten in its own charset, the pixel goes into the first', async () => {
    const latin = `<p>caf=E9</p>${quoted(link)}x</a>`;
    const message = await sent(
      'multipart/mixed; boundary="b"',
      [
        '--b\nContent-Type: multipart/alternative; boundary="c"\n\n--c\n\nhttps://shop.example/?a=1\n',
        `--c\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n${latin}\n--c--\n\n`,
        `--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\nContent-Disposition: inline\n\n${base64(`<p>ß</p>${link}y</a>`)}\n`,
        `--b\nContent-Type: text/html; name=file.html\n\n${link}z</a>\n`,
        `--b\nContent-Type: message/rfc822\n\nContent-Type: text/html\n\n${link}w</a>\n--b--\n`,
      ].join(''),
    );
    const [alternative, inline, file, forwarded] = read(message).parts;
    const [plain, html] = alternative?.parts ?? [];
    const first = decodeQuoted(html?.body ?? '');
    expect([count(first, clicks), count(first, pixel)]).toEqual([1, 1]);
    expect(first).toContain('<p>caf\xe9</p>');
    const second = Buffer.from(inline?.body ?? '', 'base64').toString();
    expect([count(second, clicks), count(second, pixel)]).toEqual([1, 0]);
    expect(second).toContain('<p>ß</p>');
    expect(plain?.body.trim()).toBe('https://shop.example/?a=1');
    expect(file?.body).toBe(`${link}z</a>`);
    expect(forwarded?.body).toContain(`${link}w</a>`);
  });

  test.each([
    [
      'signed',
      'multipart/signed; boundary="b"; protocol="application/pgp-signature"',
      'application/pgp-signature',
    ],
    ['encrypted', 'multipart/encrypted; boundary="b"', 'application/octet-stream'],
  ])('a %s message goes out octet for octet', async (_, type, second) => {
    const body = `--b\nContent-Type: text/html\n\n${link}x</a>\n--b\nContent-Type: ${second}\n\nx\n--b--\n`;
    const message = await sent(type, body);
    expect(message.slice(message.indexOf('\r\n\r\n') + 4)).toBe(body.replaceAll('\n', '\r\n'));
  });

  test.each([
    ['shift_jis', '\x83\x5c\x93\xfa'],
    ['EUC-JP', '\xc6\xfc'],
    ['gb2312', '\xc8\xd5'],
    ['big5', '\xa4\xe9'],
    ['x-windows-950', '\xa4\xe9'],
    ["'iso-8859-2'", '\xb1'],
    ['latin1', '\xe9'],
    ['ANSI_X3.4-1968', 'x'],
  ])('a text in %s keeps its characters beside links and pixel', async (charset, text) => {
    const message = await sent(`text/html; charset=${charset}`, `<p>${text}</p>${link}${text}</a>\n`);
    const html = decodeQuoted(read(message).body);
    expect([count(html, clicks), count(html, pixel)]).toEqual([1, 1]);
    expect(html).toMatch(new RegExp(`^<p>${text.replace('\\', '\\\\')}</p><a href="[^"]*/t/c/[^"]*">`));
  });

  test('a charset that is not based on ASCII stays as it came', async () => {
    const utf16 = Buffer.from(`<p>x</p>${link}y</a>`, 'utf16le').toString('base64');
    const message = await sent(
      'text/html; charset=utf-16le',
      `${utf16}\n`,
      'Content-Transfer-Encoding: base64\n',
    );
    expect(message.split('\r\n\r\n')[1]?.replaceAll('\r\n', '')).toBe(utf16);
  });

  test('a domain without tracking changes nothing', async () => {
    const text = `From: shop@${world.domain}\nTo: ada@x.example\nContent-Type: text/html\n\n${link}x</a>\n`;
    expect(await world.delivered(acceptedId(await world.raw(text)))).toContain(`${link}x</a>`);
  });
});

describe('managed unsubscribe on foreign MIME [R12]', () => {
  const managed = 'X-Service-Unsubscribe: true\nX-Service-Category: newsletter\n';
  const placeholder = '{{unsubscribe_url}}';
  const urlOf = (message: string) =>
    /^<(.*)>$/.exec(header(read(message), 'List-Unsubscribe') ?? '')?.[1] ?? '';

  test('fills each text in its encoding; parts without the placeholder keep their octets', async () => {
    const kept = 'caf=E9 = =\n soft=20\n';
    const message = await sent(
      'multipart/mixed; boundary="b"',
      [
        `--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n${kept}`,
        `--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n\xe9 ${placeholder}\n`,
        `--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n${base64(`<a href="${placeholder}">ü</a>`)}\n--b--\n`,
      ].join(''),
      managed,
    );
    const url = urlOf(message);
    expect(url).toMatch(/\/unsubscribe\//);
    const [first, second, third] = read(message).parts;
    expect(`${first?.body}\r\n`).toBe(kept.replaceAll('\n', '\r\n'));
    expect(decodeQuoted(second?.body ?? '')).toContain(url);
    expect(Buffer.from(third?.body ?? '', 'base64').toString()).toContain(url.replaceAll('&', '&amp;'));
    expect(message).not.toContain(placeholder);
  });

  test.each([
    ['text/plain', 'iso-2022-jp', '\x1b$BF|K\\\x1b(B'],
    ['text/html', 'iso-2022-jp', '\x1b$B<a>=\x1b(B'],
    ['text/plain', 'shift_jis', '\x93\xfa\x83\x5c'],
    ['text/plain', 'gb18030', '\xc8\xd5'],
    ['text/plain', 'x-unknown', '\xe9'],
  ])('fills a %s in %s, whose other octets stay', async (type, charset, text) => {
    const message = await sent(`${type}; charset=${charset}`, `${text}${placeholder}${text}\n`, managed);
    const url = urlOf(message).replaceAll('&', type === 'text/html' ? '&amp;' : '&');
    const body = decodeQuoted(read(message).body);
    expect(body.slice(0, body.indexOf(url) + url.length + text.length)).toBe(text + url + text);
  });

  test('a sealed message gets the two fields and keeps its octets, placeholder included', async () => {
    const body = `--b\n\n${placeholder}\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n`;
    const message = await sent('multipart/signed; boundary="b"', body, managed);
    expect(urlOf(message)).not.toBe('');
    expect(header(read(message), 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(message.slice(message.indexOf('\r\n\r\n') + 4)).toBe(body.replaceAll('\n', '\r\n'));
  });

  test("without it the message's own pair goes out and placeholders stay as written", async () => {
    const pair =
      'List-Unsubscribe: <https://shop.example/u>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n';
    const message = await sent('text/plain', `${placeholder}\n`, pair);
    expect(header(read(message), 'List-Unsubscribe')).toBe('<https://shop.example/u>');
    expect(message).toContain(placeholder);
  });
});

import fc from 'fast-check';
import { formatMailbox, parseMailbox } from '../../../shared/core/addresses.ts';
import { composeMessage, type OutgoingMessage } from '../../../shared/mail/compose.ts';
import { isBlockedHeader, isHeaderName } from '../../../shared/mail/headers.ts';

type Addresses = { value: { name: string; address: string }[] };
type Parsed = {
  from?: Addresses;
  to?: Addresses;
  cc?: Addresses;
  bcc?: Addresses;
  subject: string;
  text?: string;
  html: string;
  attachments: { filename: string; content: Buffer }[];
};

// mailparser has no types
const { simpleParser } = jest.requireActual<{ simpleParser: (source: string) => Promise<Parsed> }>(
  'mailparser',
);

/** RFC 2047 words, those that follow each other joined. */
function decodeWords(value: string): string {
  return value.replace(/(\?=) +(?==\?)/g, '$1').replace(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/g, (run) => {
    const bytes = [...run.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/g)].map(([, encoding, text = '']) => {
      if (encoding === 'B') return Buffer.from(text, 'base64');
      const raw = text
        .replaceAll('_', ' ')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(raw, 'latin1');
    });
    return bytes.map((b) => b.toString('utf8')).join('');
  });
}

const base: OutgoingMessage = {
  id: 'msg_01',
  from: 'Ann <ann@example.com>',
  to: ['bob@example.org'],
  subject: 'Hello',
  text: 'Hi',
  message_date: Date.UTC(2026, 0, 2, 3, 4, 5),
};

const compose = async (fields: Partial<OutgoingMessage>) =>
  (await composeMessage({ ...base, ...fields })).toString('latin1');

type Node = { headers: [string, string][]; body: string; parts: Node[] };

/** A strict MIME reader of our own, so that no lenient parser hides a fault. */
function read(source: string): Node {
  const end = source.startsWith('\r\n') ? 0 : source.indexOf('\r\n\r\n') + 2;
  const block = source.slice(0, end).replace(/\r\n(?=[ \t])/g, '');
  const headers = block
    .split('\r\n')
    .slice(0, -1)
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      expect(isHeaderName(line.slice(0, colon))).toBe(true);
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  const body = source.slice(end + 2);
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(type)?.[1];
  if (!boundary) return { headers, body, parts: [] };
  const chunks = `\r\n${body}`.split(`\r\n--${boundary}`);
  expect(chunks.at(-1)).toBe('--\r\n');
  return { headers, body, parts: chunks.slice(1, -1).map((chunk) => read(chunk.slice(2))) };
}

const names = (node: Node) => node.headers.map(([name]) => name);
const header = (node: Node, name: string) => node.headers.find(([n]) => n === name)?.[1];
const type = (node: Node) => header(node, 'Content-Type')?.split(';')[0];
const tree = (node: Node): unknown =>
  node.parts.length ? [type(node), ...node.parts.map(tree)] : type(node);

function expectWireSafe(source: string): void {
  expect(source).not.toMatch(/[^\r]\n|\r[^\n]|[\0\x80-\xff]/);
  for (const line of source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  const head = source.slice(0, source.indexOf('\r\n\r\n'));
  expect(head).not.toMatch(/\r\n[ \t]+(?:\r\n|$)/);
}

const file = (name: string, content_type: string, content_id?: string) => ({
  name,
  content_type,
  data: Buffer.from(`data of ${name}`),
  ...(content_id && { content_id }),
});

describe('composing: the top header', () => {
  test('has each field once, in a fixed order, and nothing of the host or the library', async () => {
    const root = read(
      await compose({
        cc: ['c@x.org'],
        reply_to: ['r@x.org'],
        headers: { 'X-MyApp-ID': '7', 'List-Id': '<l>' },
      }),
    );
    expect(root.headers).toEqual([
      ['X-MyApp-ID', '7'],
      ['List-Id', '<l>'],
      ['From', 'Ann <ann@example.com>'],
      ['To', 'bob@example.org'],
      ['Cc', 'c@x.org'],
      ['Reply-To', 'r@x.org'],
      ['Subject', 'Hello'],
      ['Message-ID', '<msg_01@mailwright>'],
      ['Date', 'Fri, 02 Jan 2026 03:04:05 +0000'],
      ['Content-Transfer-Encoding', '7bit'],
      ['MIME-Version', '1.0'],
      ['Content-Type', 'text/plain; charset=utf-8'],
    ]);
  });

  test('the same email has the same bytes at every attempt, another id other boundaries', async () => {
    const html = { html: '<p>x</p>' };
    expect(await compose(html)).toBe(await compose(html));
    expect(header(read(await compose(html)), 'Content-Type')).not.toBe(
      header(read(await compose({ ...html, id: 'msg_02' })), 'Content-Type'),
    );
  });

  test('C8: names as RFC 2047 or quoted strings, domains as A-labels', async () => {
    const source = await compose({
      from: 'Jürgen Müller <Jürgen.x@münchen.de>'.replace('Jürgen.x', 'J.X'),
      to: ['"Lee, \\"A\\"" <a@B.org>', '"x, y"@c.org', 'd@bücher.example'],
    });
    const root = read(source);
    expect(header(root, 'From')).toBe('=?UTF-8?Q?J=C3=BCrgen_M=C3=BCller?= <J.X@xn--mnchen-3ya.de>');
    expect(header(root, 'To')).toBe('"Lee, \\"A\\"" <a@b.org>, <"x, y"@c.org>, d@xn--bcher-kva.example');
    const parsed = await simpleParser(source);
    expect(parsed.from?.value).toEqual([{ name: 'Jürgen Müller', address: 'J.X@münchen.de' }]);
  });

  test.each([
    'Say "hi"',
    'Grüße aus Köln',
    '日本語の件名'.repeat(20),
    '=?utf-8?Q?literal?=',
    'a'.repeat(998),
    'long words '.repeat(80).trim(),
    '😀'.repeat(200),
    'tab\tin it',
    'ctl\u0001\u007f',
  ])('the subject %j reads as it was written', async (subject) => {
    const source = await compose({ subject });
    expectWireSafe(source);
    expect((await simpleParser(source)).subject).toBe(subject);
  });

  test('printable ASCII subjects go out as they are', async () => {
    expect(await compose({ subject: 'Say "hi" (50% off) \\ ok?' })).toContain(
      '\r\nSubject: Say "hi" (50% off) \\ ok?\r\n',
    );
  });

  test('H7: values keep their text: ASCII as it is, non-ASCII as RFC 2047, empty ones too', async () => {
    const headers = {
      'X-Json': '{"a": "b"}',
      'X-Name': 'Grüße '.repeat(100).trim(),
      'X-Empty': '',
      'X-Long': 'b'.repeat(2048),
      'X-Spaces': `a${' '.repeat(2000)}b`,
      References: Array.from({ length: 40 }, (_, i) => `<${i}.${'r'.repeat(30)}@example.org>`).join(' '),
      'List-Unsubscribe': `<https://x.org/${'u'.repeat(1900)}>, <mailto:u@x.org>`,
    };
    const source = await compose({ headers });
    expectWireSafe(source);
    const root = read(source);
    expect(header(root, 'X-Json')).toBe(headers['X-Json']);
    expect(header(root, 'X-Empty')).toBe('');
    expect(header(root, 'References')).toBe(headers.References);
    expect(header(root, 'List-Unsubscribe')?.replace(/ /g, '')).toBe(
      headers['List-Unsubscribe'].replace(/ /g, ''),
    );
    for (const name of ['X-Name', 'X-Long', 'X-Spaces'] as const) {
      expect(decodeWords(header(root, name) ?? '')).toBe(headers[name]);
    }
  });

  test('H7: a name that the service owns is left out even when nobody refused it', async () => {
    const headers = {
      Bcc: 'x@y.org',
      'content-type': 'text/html',
      'X-A': '1',
      'x-a': '2',
      'X B': '3',
      'Message-ID': '<x>',
    };
    const root = read(await compose({ headers }));
    expect(names(root).slice(0, 2)).toEqual(['X-A', 'From']);
    expect(new Set(names(root).map((n) => n.toLowerCase())).size).toBe(root.headers.length);
  });

  test('an address that C8 refuses is never sent', async () => {
    await expect(compose({ to: ['a@b.co\r\nBcc: x@y.co'] })).rejects.toThrow('does not parse');
    await expect(compose({ to: ['a@b.co, c@d.co'] })).rejects.toThrow('does not parse');
  });
});

describe('composing: the parts', () => {
  const html = '<p>Hi <b>Bob</b></p><img src="cid:logo">';
  const logo = file('logo.png', 'image/png', 'logo');
  const pdf = file('a.pdf', 'application/pdf');
  const alternative = ['multipart/alternative', 'text/plain', 'text/html'];
  const related = ['multipart/alternative', 'text/plain', ['multipart/related', 'text/html', 'image/png']];
  const invite = file('i.ics', 'text/calendar; method=REQUEST; charset=utf-8; name="i.ics"');

  test.each<[string, Partial<OutgoingMessage>, unknown]>([
    ['text only', {}, 'text/plain'],
    ['H6: html only gets a derived text', { text: null, html }, alternative],
    ['both', { html }, alternative],
    ['text and a file', { attachments: [pdf] }, ['multipart/mixed', 'text/plain', 'application/pdf']],
    ['html and a file', { html, attachments: [pdf] }, ['multipart/mixed', alternative, 'application/pdf']],
    ['H8: an inline part is related to the html', { html, attachments: [logo] }, related],
    [
      'inline and a file',
      { html, attachments: [pdf, logo] },
      ['multipart/mixed', related, 'application/pdf'],
    ],
    ['Q47: inline without html', { attachments: [logo] }, ['multipart/mixed', 'text/plain', 'image/png']],
    [
      'Q39: an invitation goes out twice',
      { html, attachments: [invite] },
      ['multipart/mixed', [...alternative, 'text/calendar'], 'text/calendar'],
    ],
    [
      'Q39: an invitation with text only',
      { attachments: [invite] },
      ['multipart/mixed', ['multipart/alternative', 'text/plain', 'text/calendar'], 'text/calendar'],
    ],
    [
      'Q39: a calendar without a method is only a file',
      { html, attachments: [file('i.ics', 'text/calendar')] },
      ['multipart/mixed', alternative, 'text/calendar'],
    ],
    [
      'an html file is no alternative',
      { attachments: [file('a.html', 'text/html')] },
      ['multipart/mixed', 'text/plain', 'text/html'],
    ],
  ])('%s', async (_, fields, expected) => {
    const source = await compose(fields);
    expectWireSafe(source);
    expect(tree(read(source))).toEqual(expected);
  });

  test('Q39: the alternative has the same parameters and no name', async () => {
    const root = read(await compose({ attachments: [invite] }));
    const [, alternativePart] = root.parts[0]?.parts ?? [];
    const attached = root.parts[1];
    expect(header(alternativePart as Node, 'Content-Type')).toBe(
      'text/calendar; method=REQUEST; charset=utf-8',
    );
    expect(header(alternativePart as Node, 'Content-Disposition')).toBeUndefined();
    expect(header(attached as Node, 'Content-Type')).toBe(
      'text/calendar; method=REQUEST; charset=utf-8; name=i.ics',
    );
    expect(alternativePart?.body.trim()).toBe(attached?.body.trim());
  });

  test('Q47: without html an inline part has no Content-ID', async () => {
    const part = read(await compose({ attachments: [logo] })).parts[1] as Node;
    expect(names(part)).not.toContain('Content-ID');
    expect(header(part, 'Content-Disposition')).toMatch(/^attachment;/);
  });

  test('H8: every byte of every file arrives, whatever its name', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7) % 256));
    const attachments = [
      'a b.pdf',
      'Übersicht "1".pdf',
      '=?x?=.pdf',
      "it's; 100%.pdf",
      `${'lang '.repeat(50)}.pdf`,
      '日本.pdf',
    ].map((name) => ({ name, content_type: 'application/pdf', data: bytes }));
    attachments.push({ name: 'empty.bin', content_type: 'application/octet-stream', data: Buffer.alloc(0) });
    const source = await compose({ attachments });
    expectWireSafe(source);
    const parsed = await simpleParser(source);
    expect(parsed.attachments.map((a) => a.filename)).toEqual(attachments.map((a) => a.name));
    for (const [i, a] of parsed.attachments.entries())
      expect(a.content.equals(attachments[i]?.data as Buffer)).toBe(true);
  });

  test('RFC 2046 5.2.1: a message is attached as it is, or as a plain file when 7bit cannot carry it', async () => {
    const eml = (text: string) => ({
      name: 'm.eml',
      content_type: 'message/rfc822',
      data: Buffer.from(text),
    });
    const short = read(await compose({ attachments: [eml('Subject: x\n\nhi\n')] })).parts[1] as Node;
    expect(header(short, 'Content-Transfer-Encoding')).toBe('7bit');
    expect(short.body).toBe('Subject: x\r\n\r\nhi\r\n');
    for (const text of ['Subject: ü\n\n', `x: ${'a'.repeat(999)}\n\n`, 'a: \0\n\n']) {
      const source = await compose({ attachments: [eml(text)] });
      expectWireSafe(source);
      expect(type(read(source).parts[1] as Node)).toBe('application/octet-stream');
    }
  });

  test('Q40: the derived text is that of the html, the subject when there is none', async () => {
    expect((await simpleParser(await compose({ text: null, html }))).text?.trim()).toBe('Hi Bob');
    const empty = read(await compose({ text: null, html: '<img src=x>', subject: 'S' }));
    expect(empty.parts[0]?.body.trim()).toBe('S');
  });

  test('Q24: nothing is ever appended or replaced', async () => {
    const text = 'see {{unsubscribe_url}}\n';
    const parsed = await simpleParser(await compose({ text, subject: '{{unsubscribe_url}}' }));
    expect(parsed.text).toBe(text);
    expect(parsed.subject).toBe('{{unsubscribe_url}}');
  });

  test.each([
    'a\nb\r\nc\rd',
    `${'x'.repeat(5000)}\n.\n..\nFrom me`,
    'ü'.repeat(3000),
    'a  \nb\t\n',
    '日本語\n'.repeat(50),
  ])('text and html keep their characters (%#)', async (body) => {
    const source = await compose({ text: body, html: body });
    expectWireSafe(source);
    const parsed = await simpleParser(source);
    const expected = body.replace(/\r\n?/g, '\n');
    expect(parsed.text?.replace(/\r\n/g, '\n').trimEnd()).toBe(expected.trimEnd());
    expect(parsed.html.replace(/\r\n/g, '\n').trimEnd()).toBe(expected.trimEnd());
  });
});

describe('no input makes a header or a recipient', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          '\0',
          ' ',
          '\t',
          ':',
          '"',
          '\\',
          ';',
          ',',
          '<',
          '>',
          '@',
          '=?',
          '?=',
          '\r\nBcc: evil@x.org\r\n',
          '--',
          '\u2028',
          'a@b.co',
        ),
      },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }) },
      { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
    ),
    maxLength: 40,
  });
  const attachment = fc.record({
    name: fc.oneof(
      nasty,
      nasty.map((n) => `a${n}`),
    ),
    content_type: fc.oneof(
      fc.constantFrom(
        'text/plain',
        'image/png',
        'message/rfc822',
        'text/calendar; method=REQUEST',
        'multipart/mixed; boundary=x',
      ),
      nasty,
      nasty.map((n) => `text/plain; a="${n}"`),
      nasty.map((n) => `text/calendar; method=${n}`),
    ),
    content_id: fc.oneof(fc.constant('x'), nasty),
    data: nasty.map((s) => Buffer.from(s)),
  });
  const mailboxes = fc
    .tuple(nasty, fc.constantFrom('a@b.co', '"a, b"@c.co', '"<x@y>"@d.co'))
    .map(([name, email]) => formatMailbox({ email, name }))
    .filter((text) => parseMailbox(text) !== null);
  const message = fc.record({
    from: mailboxes,
    to: fc.array(mailboxes, { minLength: 1, maxLength: 4 }),
    cc: fc.array(mailboxes, { maxLength: 2 }),
    reply_to: fc.array(mailboxes, { maxLength: 2 }),
    subject: nasty.map((s) => `s${s}`),
    html: fc.option(nasty),
    text: fc.option(nasty),
    headers: fc.dictionary(fc.oneof(nasty, fc.stringMatching(/^X-[A-Za-z]{1,8}$/)), nasty, { maxKeys: 4 }),
    attachments: fc.array(attachment, { maxLength: 3 }),
  });

  const partHeaders = ['Content-Type', 'Content-Transfer-Encoding', 'Content-Disposition', 'Content-ID'];
  const expectPartsSafe = (node: Node) => {
    for (const name of names(node)) expect(partHeaders).toContain(name);
    expect(new Set(names(node)).size).toBe(node.headers.length);
    node.parts.forEach(expectPartsSafe);
  };

  test('CR, LF, NUL and all else in every field', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (fields) => {
        const source = await compose(fields);
        expectWireSafe(source);
        const root = read(source);
        const seen = new Set<string>();
        const custom = Object.keys(fields.headers).filter((name) => {
          const first = !seen.has(name.toLowerCase());
          if (isHeaderName(name) && !isBlockedHeader(name)) seen.add(name.toLowerCase());
          return first && isHeaderName(name) && !isBlockedHeader(name);
        });
        expect(names(root).filter((name) => name !== 'Content-Transfer-Encoding')).toEqual([
          ...custom,
          'From',
          'To',
          ...(fields.cc.length ? ['Cc'] : []),
          ...(fields.reply_to.length ? ['Reply-To'] : []),
          'Subject',
          'Message-ID',
          'Date',
          'MIME-Version',
          'Content-Type',
        ]);
        root.parts.forEach(expectPartsSafe);
        const parsed = await simpleParser(source);
        const addresses = (field?: Addresses) => field?.value.length ?? 0;
        expect(addresses(parsed.to)).toBe(fields.to.length);
        expect(addresses(parsed.cc)).toBe(fields.cc.length);
        expect(addresses(parsed.from)).toBe(1);
        expect(parsed.bcc).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});

import fc from 'fast-check';
import { formatMailbox, parseMailbox } from '../../../shared/core/addresses.ts';
import { isBlockedHeader, isHeaderName } from '../../../shared/mail/headers.ts';
import { anyCharacter } from '../../support/any-character.ts';
import {
  type Addresses,
  compose,
  decodeWords,
  expectWireSafe,
  header,
  type Node,
  names,
  read,
  simpleParser,
} from '../../support/mime.ts';
import { cases } from '../../support/whole.ts';

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

  test('names as RFC 2047 or quoted strings, domains as A-labels [C8]', async () => {
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

  test('mail to hidden recipients alone has an empty group [R3]', async () => {
    expect(header(read(await compose({ to: [] })), 'To')).toBe('undisclosed-recipients:;');
    expect(header(read(await compose({ to: [], cc: ['c@x.org'] })), 'To')).toBeUndefined();
  });

  test.each([
    [
      'List-Unsubscribe',
      '<https://x.org/u?1>, <mailto:u@x.org?subject=Désinscription>',
      '<https://x.org/u?1>, <mailto:u@x.org?subject=D%C3%A9sinscription>',
    ],
    ['List-Help', '<https://x.org/u?1> (Désir)', '<https://x.org/u?1> (=?UTF-8?Q?D=C3=A9sir?=)'],
    ['List-Id', 'Müller News <news.x.org>', '=?UTF-8?Q?M=C3=BCller_News?= <news.x.org>'],
    ['Disposition-Notification-To', '"Lee, Jörg" <j@x.org>', '=?UTF-8?Q?Lee=2C_J=C3=B6rg?= <j@x.org>'],
    ['References', '<a@x> <ü@y> <b@z>', '<a@x> <%C3%BC@y> <b@z>'],
    ['List-Id', 'Jürgens Liste\u00a0<l.x.org>', '=?UTF-8?Q?J=C3=BCrgens_Liste?= <l.x.org>'],
    [
      'List-Unsubscribe',
      '<mailto:a@x.org>,\u00a0<https://x.org/u?n=ü>',
      '<mailto:a@x.org>, <https://x.org/u?n=%C3%BC>',
    ],
    ['X-Note', 'a <b> ü', '=?UTF-8?Q?a_=3Cb=3E_=C3=BC?='],
  ])('H7, RFC 2047 5: no encoded word is within an id or a URL of %s', async (name, value, expected) => {
    expect(header(read(await compose({ headers: { [name]: value } })), name)).toBe(expected);
  });

  test.each([
    '山田　太郎',
    'Ann\u00a0Lee',
    '=?utf-8?Q?=69t?=',
    'x =?utf-8?B?aXQ=?= y',
    'A. B. "C" \\ D',
    `${'O’Neill-Müller '.repeat(13)}x`.trim(),
    'Lee, A <a@evil.example>;',
    'q'.repeat(200),
    `${'double  '.repeat(20)}x`,
    `${'word '.repeat(13)}wide  x`,
  ])('the name %j reads as it was written [C8]', async (name) => {
    const source = await compose({ from: formatMailbox({ email: 'a@b.co', name }), cc: ['c@d.co'] });
    expectWireSafe(source);
    const { from, cc } = await simpleParser(source);
    expect(from?.value).toEqual([{ name, address: 'a@b.co' }]);
    expect(cc?.value).toEqual([{ name: '', address: 'c@d.co' }]);
  });

  test('a mailbox in the header is the mailbox in the envelope, angle brackets and all', async () => {
    const to = ['Ann <"<x@y>"@d.co>', '"a,b"@c.co', '"a@b" <"c d"@e.co>', 'x@y.co'];
    const source = await compose({ to });
    expect(header(read(source), 'To')).toBe('"<x@y>"@d.co, <"a,b"@c.co>, "a@b" <"c d"@e.co>, x@y.co');
    expect((await simpleParser(source)).to?.value.map(({ address }) => address)).toEqual([
      '"<x@y>"@d.co',
      '"a,b"@c.co',
      '"c d"@e.co',
      'x@y.co',
    ]);
  });

  test('RFC 5322 2.1.1: no line over 78 characters where it can be broken', async () => {
    const id = `<${'i'.repeat(60)}@example.org>`;
    const source = await compose({
      from: `"${'long name '.repeat(12)}x" <a@b.co>`,
      to: Array.from({ length: 9 }, (_, i) => `Ünal ${i} <${'u'.repeat(40)}@example.org>`),
      headers: { References: `${id} ${id}`, [`X-${'n'.repeat(70)}`]: 'a value' },
      subject: 'word '.repeat(40).trim(),
    });
    const [head = ''] = source.split('\r\n\r\n');
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
    expectWireSafe(source);
    expect(header(read(source), 'References')).toBe(`${id} ${id}`);
  });

  test('a subject whose first word is as long as a line, or longer, has no line end but CRLF', async () => {
    for (let length = 60; length <= 200; length++) {
      const subject = `${'x'.repeat(length)} second`;
      const source = await compose({ subject });
      expectWireSafe(source);
      expect([length, (await simpleParser(source)).subject]).toEqual([length, subject]);
    }
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
    `${'double  spaced '.repeat(40)}x`,
    `${'x  '.repeat(330)}x`,
    `${'x\t'.repeat(400)}x`,
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

  test('values keep their text: ASCII as it is, non-ASCII as RFC 2047, empty ones too [H7]', async () => {
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

  test('a name that the service owns is left out even when nobody refused it [H7]', async () => {
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
    await expect(compose({ to: ['a@b.co\r\nBcc: x@y.co'] })).rejects.toThrow('cannot be parsed');
    await expect(compose({ to: ['a@b.co, c@d.co'] })).rejects.toThrow('cannot be parsed');
  });
});
describe('no input makes a header or a recipient', () => {
  const bits = '\r\n|\n|\r|\0| |\t|:|"|\\|;|,|<|>|@|=?|?=|\r\nBcc: evil@x.org\r\n|--|\u2028|a@b.co'.split(
    '|',
  );
  const nasty = fc.string({
    unit: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(...bits),
      },
      { weight: 2, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }) },
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
      { numRuns: cases(500) },
    );
  }, 60_000);
});

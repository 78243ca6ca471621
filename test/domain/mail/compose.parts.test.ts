import {
  compose,
  expectWireSafe,
  file,
  header,
  type Node,
  names,
  type OutgoingMessage,
  read,
  simpleParser,
  tree,
  type,
} from '../../support/mime.ts';

describe('composing: the parts', () => {
  const html = '<p>Hi <b>Bob</b></p><img src="cid:logo">';
  const logo = file('logo.png', 'image/png', 'logo');
  const pdf = file('a.pdf', 'application/pdf');
  const alternative = ['multipart/alternative', 'text/plain', 'text/html'];
  const related = ['multipart/alternative', 'text/plain', ['multipart/related', 'text/html', 'image/png']];
  const named = `name="i.exe"; NAME*=utf-8''i.exe; name*0=i; name*1*=.exe`;
  const invite = file('i.ics', `text/calendar; ${named}; method=REQUEST; charset=utf-8; x="; name=y"`);

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

  test('the alternative has the parameters that are kept, and no name (Q63) [Q39]', async () => {
    const root = read(await compose({ attachments: [invite] }));
    const [, alternativePart] = root.parts[0]?.parts ?? [];
    const attached = root.parts[1];
    expect(header(alternativePart as Node, 'Content-Type')).toBe(
      'text/calendar; method=REQUEST; charset=utf-8',
    );
    expect(header(alternativePart as Node, 'Content-Disposition')).toBeUndefined();
    expect(header(attached as Node, 'Content-Type')).toBe(
      'text/calendar; method=REQUEST; charset=utf-8; x="; name=y"; name=i.ics',
    );
    expect(alternativePart?.body.trim()).toBe(attached?.body.trim());
  });

  test('without html an inline part has no Content-ID [Q47]', async () => {
    const part = read(await compose({ attachments: [logo] })).parts[1] as Node;
    expect(names(part)).not.toContain('Content-ID');
    expect(header(part, 'Content-Disposition')).toMatch(/^attachment;/);
  });

  test('every byte of every file arrives, whatever its name [H8]', async () => {
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

  test('the derived text is that of the html, the subject when there is none [Q40]', async () => {
    expect((await simpleParser(await compose({ text: null, html }))).text?.trim()).toBe('Hi Bob');
    const empty = read(await compose({ text: null, html: '<img src=x>', subject: 'S' }));
    expect(empty.parts[0]?.body.trim()).toBe('S');
  });

  test('nothing is ever appended or replaced [Q24]', async () => {
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

test.each([
  ['text/csv', 'Größe', 'text/csv; charset=utf-8'],
  ['TEXT/plain; format=flowed', 'Größe', 'TEXT/plain; format=flowed; charset=utf-8'],
  ['text/calendar; method=REQUEST', 'Größe', 'text/calendar; method=REQUEST; charset=utf-8'],
  ['text/csv', 'plain', 'text/csv'],
  ['text/csv; charset=iso-8859-1', 'Größe', 'text/csv; charset=iso-8859-1'],
  ['text/csv', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'text/csv'],
  ['application/json', 'Größe', 'application/json'],
])('a file of %s with %j goes out as %s', async (content_type, data, written) => {
  const attached = { ...file('a', content_type), data: Buffer.from(data) };
  const { parts } = read(await compose({ attachments: [attached] }));
  const leaves = parts.flatMap((part) => (part.parts.length > 0 ? part.parts : [part])).slice(1);
  expect(leaves.length).toBeGreaterThan(0);
  for (const leaf of leaves) expect(header(leaf, 'Content-Type')?.replace(/; name=a$/, '')).toBe(written);
});

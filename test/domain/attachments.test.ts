import { randomBytes } from 'node:crypto';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { oneLargeAtATime } from '../../shared/domain/attachments/read-files.ts';
import { checkComposedSize, composedSize } from '../../shared/domain/content/composed-size.ts';
import { type Content, packContent, unpackContent } from '../../shared/domain/content/pack.ts';
import {
  fillUnsubscribe,
  markUnsubscribe,
  unsubscribeMarker,
} from '../../shared/domain/content/placeholders.ts';
import type { AttemptOutcome } from '../../shared/domain/ports/sending.ts';
import { readMessage } from '../../shared/domain/sending/read-message.ts';
import { composeMessage } from '../../shared/mail/compose.ts';

const mb = 1024 * 1024;
const none: Content = { html: null, text: null, headers: {}, attachments: [], unsubscribe: false };
const file = (size: number) => {
  const upload = { upload: 'att_x' as const, size, etag: '"e"' };
  return { name: 'a.pdf', content_type: 'application/pdf', ...upload };
};

describe('the size that is computed at accept [Q26]', () => {
  /** The room for recipients with long names, of which these have none: it must not hide that a text is too small. */
  const room = 120 * 1024;

  const attach = (data: Buffer, content_type = 'application/pdf') => [{ name: 'a', content_type, data }];
  const contents: [string, Partial<Content>][] = [
    ['one file', { text: 'x', attachments: attach(randomBytes(mb)) }],
    ['many small files', { text: 'x', attachments: [...Array(10)].flatMap(() => attach(randomBytes(100))) }],
    ['a calendar', { text: 'x', attachments: attach(randomBytes(mb), 'text/calendar; method=REQUEST') }],
    [
      'a message of short lines',
      { text: 'x', attachments: attach(Buffer.alloc(mb, '\n'), 'message/rfc822') },
    ],
    ['links', { html: `<a href="${unsubscribeMarker}">x</a>`.repeat(500), unsubscribe: true }],
    ['long html alone', { html: `<p>${'word '.repeat(50_000)}</p>` }],
    ['umlauts', { html: '<p>äöü ß</p>'.repeat(10_000) }],
    ['another script', { html: '<p>東京</p>'.repeat(10_000), text: '東京'.repeat(25_000) }],
    ['emoji between words', { text: 'a 📦 parcel '.repeat(12_500) }],
    ...['\n', ' \n', '=', '=\n', '.\n', '\u0001', '\t', 'a', 'üa', '\r', '\f\n'].map(
      (unit): [string, Partial<Content>] => [
        `html and text of ${JSON.stringify(unit)}`,
        { html: unit.repeat(75_000), text: unit.repeat(75_000) },
      ],
    ),
    ['an html whose text is longer', { html: '<ul><li>x'.repeat(10_000) }],
    ['a list of nothing', { html: `${'<ul>'.repeat(5)}${'<li>'.repeat(25_000)}` }],
    ['entities of two characters', { html: '&nGt;xyz'.repeat(12_500) }],
    ['paragraphs of signs', { html: '<p>='.repeat(100_000) }],
    ['headers', { text: 'x', headers: { 'X-Long': 'ü'.repeat(5_000) } }],
  ];
  test.each(contents)('%s: never under what is composed', async (_n, part) => {
    const content = { ...none, ...part };
    const { text, headers } = content;
    const html = content.html && fillUnsubscribe(content.html, `https://x.example/${'u'.repeat(900)}`);
    const raw = await composeMessage({
      id: 'msg_x',
      from: 'a@x.example',
      to: ['b@x.example'],
      subject: 's',
      html,
      text,
      headers,
      attachments: part.attachments as never,
      message_date: 0,
    });
    expect(composedSize(content) - room).toBeGreaterThanOrEqual(raw.length);
  });

  test('2 MB of unsubscribe links are more than SES takes, 20,000 of them are not', () => {
    const links = (count: number) => ({ ...none, text: unsubscribeMarker.repeat(count), unsubscribe: true });
    expect(() => checkComposedSize(links(110_000))).toThrow('40 MB');
    expect(() => checkComposedSize(links(20_000))).not.toThrow();
  });

  test('and within 1 % of it where files are what it consists of', async () => {
    const size = composedSize({
      ...none,
      text: 'x',
      attachments: [file(9 * mb), file(9 * mb), file(9 * mb)],
    });
    expect(size / ((27 * mb * 4 * 78) / (3 * 76))).toBeLessThan(1.01);
  });
});

test('an uploaded file is kept as a reference, among those that are kept whole', () => {
  const whole = { name: 'n.txt', content_type: 'text/plain', data: Buffer.from('by hand') };
  const content = { ...none, text: 'x', attachments: [file(9 * mb), whole, { ...file(5), content_id: 'c' }] };
  const packed = packContent(content);
  expect(packed.length).toBeLessThan(400);
  expect(unpackContent(packed)).toEqual(content);
});

describe('large files are handed over one email after another', () => {
  const done: AttemptOutcome = { outcome: 'accepted', message_id: 'x' };
  const clock = () => {
    let ms = 0;
    return {
      runtime: systemRuntime(() => ms),
      pass: (more: number) => (ms += more),
    };
  };

  const content = (size: number): Content => ({ ...none, text: 'x', attachments: [file(size)] });

  test('and small ones beside them', async () => {
    const { runtime } = clock();
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return done;
    };
    const run = (size: number) =>
      Promise.all([...Array(5)].map(() => oneLargeAtATime({ runtime }, content(size), work)));
    expect(await run(9 * mb)).toEqual(Array(5).fill(done));
    expect(most).toBe(1);
    await run(100);
    expect(most).toBe(5);
  });

  test('a body that its links blow up is a large one, and 413 when SES would not take it', () => {
    const linked = (count: number): Content => {
      const html = markUnsubscribe('<a href="{{unsubscribe_url}}">x</a>'.repeat(count));
      return { ...none, html, unsubscribe: true };
    };
    expect(composedSize(linked(3))).toBeLessThan(mb);
    expect(composedSize(linked(10_000))).toBeGreaterThan(20 * mb);
    expect(() => checkComposedSize(linked(10_000))).not.toThrow();
    expect(() => checkComposedSize(linked(50_000))).toThrow('over 40 MB');
  });

  test('a relayed message is sized with its links, and only where managed unsubscribe is on [U73]', () => {
    const relayed = (links: number, head = 'X-Service-Unsubscribe: true\r\n') => {
      const text = '<a href="{{unsubscribe_url}}">\u00fc</a>\r\n'.repeat(links);
      const header = `From: a@x.example\r\nSubject: s\r\n${head}Content-Type: text/html\r\n\r\n`;
      const { body } = readMessage(Buffer.from(header + text, 'latin1'));
      const fields = { by: 'x', to: [], cc: [], received: '', kept: '' };
      return { kind: 'mime', header: fields, ...body, unsubscribe: head !== '' } as const;
    };
    expect(composedSize(relayed(10_000))).toBeGreaterThan(10 * mb);
    expect(() => checkComposedSize(relayed(10_000))).not.toThrow();
    expect(() => checkComposedSize(relayed(45_000))).toThrow('over 40 MB');
    expect(() => checkComposedSize(relayed(45_000, ''))).not.toThrow();
  });

  test('whoever waited too long comes back later; a failure holds nobody up', async () => {
    const { runtime, pass } = clock();
    const failing = oneLargeAtATime({ runtime }, content(9 * mb), async () => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    const slow = async () => {
      pass(5_000);
      return done;
    };
    const all = await Promise.all([1, 2, 3].map(() => oneLargeAtATime({ runtime }, content(9 * mb), slow)));
    expect(all).toEqual([done, done, { outcome: 'later', reason: 'busy' }]);
  });
});

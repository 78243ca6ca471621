import { composeMessage } from '../../shared/mail/compose.ts';
import { isHeaderName } from '../../shared/mail/headers.ts';

export type Addresses = { value: { name: string; address: string }[] };
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

// mailparser has no types.
export const { simpleParser } = jest.requireActual<{ simpleParser: (source: string) => Promise<Parsed> }>(
  'mailparser',
);

/** Decodes RFC 2047 words, and joins adjacent ones. */
export function decodeWords(value: string): string {
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

export type OutgoingMessage = Parameters<typeof composeMessage>[0];

const base: OutgoingMessage = {
  id: 'msg_01',
  from: 'Ann <ann@example.com>',
  to: ['bob@example.org'],
  subject: 'Hello',
  text: 'Hi',
  message_date: Date.UTC(2026, 0, 2, 3, 4, 5),
};

export const compose = async (fields: Partial<OutgoingMessage>) =>
  (await composeMessage({ ...base, ...fields })).toString('latin1');

export type Node = { headers: [string, string][]; body: string; parts: Node[] };

/** Our own strict MIME reader, so that no lenient parser hides a fault. */
export function read(source: string): Node {
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

export const names = (node: Node) => node.headers.map(([name]) => name);
export const header = (node: Node, name: string) => node.headers.find(([n]) => n === name)?.[1];
export const type = (node: Node) => header(node, 'Content-Type')?.split(';')[0];
export const tree = (node: Node): unknown =>
  node.parts.length ? [type(node), ...node.parts.map(tree)] : type(node);

export function expectWireSafe(source: string): void {
  expect(source).not.toMatch(/[^\r]\n|\r[^\n]|[\0\x80-\xff]/);
  for (const line of source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  const head = source.slice(0, source.indexOf('\r\n\r\n'));
  expect(head).not.toMatch(/\r\n[ \t]+(?:\r\n|$)/);
}

export const file = (name: string, content_type: string, content_id?: string) => ({
  name,
  content_type,
  data: Buffer.from(`data of ${name}`),
  ...(content_id && { content_id }),
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page: its language, the rest of its info string, and its first line. */
type Block = { language: string; info: string; text: string; line: number };

/** A page's fenced blocks, including those in lists. */
export function blocksOf(path: string): Block[] {
  const page = readFileSync(join(__dirname, '../..', path), 'utf8');
  return [...page.matchAll(/^( *)```(\S*) *(.*)\n([\s\S]*?)^\1```$/gm)].map((found) => {
    const [, indent = '', language = '', info = '', text = ''] = found;
    const line = page.slice(0, found.index).split('\n').length;
    return { language, info, line, text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

type HttpExample = { method: string; path: string; headers: Record<string, string>; raw: string };

/** An `http` block: a request line, headers, an empty line, a body. */
export function requestIn(text: string): HttpExample {
  const [head = '', ...body] = text.trimEnd().split('\n\n');
  const [request = '', ...lines] = head.split('\n');
  const [method = '', path = ''] = request.split(' ');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  return { method, path, headers, raw: body.join('\n\n') };
}

/**
 * Turns a documented response into a matcher: `msg_…` matches any text with that prefix, and `…` matches anything.
 */
export const shownAnswer = (answer: string): Record<string, unknown> =>
  JSON.parse(answer, (_, value) => {
    if (value === '…') return expect.anything();
    if (typeof value !== 'string' || !value.includes('…')) return value;
    const parts = value.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return expect.stringMatching(new RegExp(`^${parts.join('.*')}$`, 's'));
  });

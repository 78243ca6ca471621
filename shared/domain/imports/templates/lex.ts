import type { Dialect } from './dialect.ts';

/** A part of a provider's template. Joined, they give the original text (T6). */
export type Token =
  | { kind: 'text'; text: string }
  | ({ kind: 'comment'; written: string } & Trims)
  /** `fallback` is the default in an `insert`. */
  | ({ kind: 'variable'; written: string; path: string; raw: boolean; fallback: string | null } & Trims)
  | { kind: 'open' | 'close'; written: string; name: string }
  /** Any other form, which stays as written. */
  | { kind: 'other'; written: string };

export type Trims = { left: boolean; right: boolean };

const none: Trims = { left: false, right: false };

/** Like `indexOf`, but never rescans, because each search starts at the last one's start or later. */
function finder(text: string, needle: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found === -1) return -1;
    if (found < from) found = text.indexOf(needle, from);
    return found;
  };
}

const opening = /^~?[#^]\s*(?:[>*]\s*)?([^\s~}|(]+)/;
const closing = /^~?\/\s*([^\s~}]+)/;

/** A token, from the text between its braces. `extra` means that another brace follows. */
function byInside(written: string, inside: string, extra: boolean): Token {
  const open = opening.exec(inside)?.[1];
  if (open !== undefined) return { kind: 'open', written, name: open };
  const close = closing.exec(inside)?.[1];
  if (close !== undefined) return { kind: 'close', written, name: close };
  const left = inside.startsWith('~');
  const braced = inside.startsWith('{', left ? 1 : 0);
  // `{{{x}~}}` closes within its two braces, but `{{{x}}}` closes only with the next brace.
  if (braced && extra) return variable(written, inside.slice(left ? 2 : 1), { left, right: false });
  if (braced) {
    const own = inside.endsWith('}~') ? inside.slice(left ? 2 : 1, -2) : '{';
    return variable(written, own, { left, right: true });
  }
  const right = inside.length > 1 && inside.endsWith('~');
  const own = inside.slice(left ? 1 : 0, right ? -1 : undefined);
  const raw = own.startsWith('&');
  return variable(written, raw ? own.slice(1) : own, { left, right }, raw);
}

const variable = (written: string, inside: string, trims: Trims, raw = true): Token => ({
  kind: 'variable',
  written,
  path: inside.trim(),
  raw,
  fallback: null,
  ...trims,
});

const insert =
  /\{\{(~?)\s*insert\s+([^\s"'{}~]{1,500})\s+(?:"((?:\\"|[^"]){0,1000})"|'((?:\\'|[^']){0,1000})')\s*(~?)\}\}/y;

function insertAt(text: string, open: number): Token | null {
  if (!/^~?\s*insert\s/.test(text.slice(open + 2, open + 40))) return null;
  insert.lastIndex = open;
  const [written, left, path, double, single, right] = insert.exec(text) ?? [];
  if (written === undefined || path === undefined) return null;
  const given = double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'") ?? '';
  const trims = { left: left === '~', right: right === '~' };
  const fallback = given.replace(/^default=/, '');
  return { kind: 'variable', written, path, raw: false, fallback, ...trims };
}

/** The name matches completely or not at all (`(?=(…))\1`), so shorter names are never tried. */
const rawBlock = /\{\{\{\{\s*(?=([^\s{}/]{1,200}))\1[^{}]{0,500}\}\}\}\}/y;

/** Handlebars tokens, from each `{{` to whatever closes it. */
function handlebars(text: string, inserts: boolean): Token[] {
  const closes = finder(text, '}}');
  const comments = [finder(text, '--}}'), finder(text, '--~}}')] as const;

  const longComment = (open: number, left: boolean, written: string): Token => {
    const from = open + (left ? 4 : 3);
    const ends = comments.map((find) => find(from)).map((at) => (at < 0 ? text.length : at));
    const [plain = 0, trimming = 0] = ends;
    const end = Math.min(plain, trimming);
    if (end === text.length) return { kind: 'other', written };
    const right = trimming < plain;
    return { kind: 'comment', written: text.slice(open, end + (right ? 5 : 4)), left, right };
  };

  const rawBlockAt = (open: number): Token[] | null => {
    rawBlock.lastIndex = open;
    const [head, tag] = rawBlock.exec(text) ?? [];
    if (head === undefined) return null;
    const tail = `{{{{/${tag}}}}}`;
    const begin = open + head.length;
    const end = text.indexOf(tail, begin);
    // No two-brace block has such a name.
    const name = `{{{{${tag}`;
    const inside: Token = { kind: 'text', text: text.slice(begin, end < 0 ? text.length : end) };
    const opened: Token[] = [{ kind: 'open', written: head, name }, inside];
    return end < 0 ? opened : [...opened, { kind: 'close', written: tail, name }];
  };

  const tokenAt = (open: number, close: number): Token => {
    const extra = text[close + 2] === '}';
    const inside = text.slice(open + 2, close);
    const plain = text.slice(open, close + 2);
    const braced = inside.startsWith('{') || inside.startsWith('~{');
    const written = braced && extra ? `${plain}}` : plain;
    if (text[open - 1] === '\\') return { kind: 'other', written };
    const left = inside.startsWith('~');
    if (inside.startsWith('!--', left ? 1 : 0)) return longComment(open, left, written);
    if (inside.startsWith('!', left ? 1 : 0))
      return { kind: 'comment', written: plain, left, right: inside.endsWith('~') };
    return (inserts ? insertAt(text, open) : null) ?? byInside(written, inside, braced && extra);
  };

  const tokens: Token[] = [];
  let from = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    if (open > from) tokens.push({ kind: 'text', text: text.slice(from, open) });
    const close = closes(open + 2);
    // Nothing closes this tag or any later tag.
    if (close < 0) {
      tokens.push({ kind: 'other', written: '{{' }, { kind: 'text', text: text.slice(open + 2) });
      return tokens;
    }
    const found = (text[open - 1] === '\\' ? null : rawBlockAt(open)) ?? [tokenAt(open, close)];
    tokens.push(...found);
    from = found.reduce((at, token) => at + writtenOf(token).length, open);
  }
  if (from < text.length) tokens.push({ kind: 'text', text: text.slice(from) });
  return tokens;
}

const writtenOf = (token: Token): string => ('written' in token ? token.written : token.text);

const mustachio = /\{\{\{([^{}]+)\}\}\}|\{\{([^{}]+)\}\}/g;

/** Mustachio tokens: braces without braces inside. Any other braces are text. */
function mustaches(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const { 0: written, 1: triple, 2: double = '', index } of text.matchAll(mustachio)) {
    if (index > from) tokens.push({ kind: 'text', text: text.slice(from, index) });
    tokens.push(triple === undefined ? mustacheOf(written, double) : variable(written, triple, none));
    from = index + written.length;
  }
  if (from < text.length) tokens.push({ kind: 'text', text: text.slice(from) });
  return tokens;
}

function mustacheOf(written: string, inside: string): Token {
  const own = inside.trim();
  if (own.startsWith('!')) return { kind: 'comment', written, ...none };
  const kind = own[0];
  const name = own.slice(1).trim().split(/\s/)[0] ?? '';
  if ((kind === '#' || kind === '^') && name !== '') return { kind: 'open', written, name };
  if (kind === '/' && name !== '') return { kind: 'close', written, name };
  if (kind === '&') return variable(written, own.slice(1), none);
  return variable(written, own, none, false);
}

/** Splits a text into its engine's tokens, left to right. Linear for any input. */
export const lex = (text: string, { engine, inserts }: Dialect): Token[] =>
  engine === 'handlebars' ? handlebars(text, inserts) : mustaches(text);

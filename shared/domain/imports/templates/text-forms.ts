import { reserved } from '../../templates/render.ts';
import type { Dialect, Written } from './dialect.ts';
import { flatName } from './flat-name.ts';
import type { Piece } from './pieces.ts';

type State = 'text' | 'open' | 'tag' | 'equals' | 'double' | 'single' | 'bare';

const isBlank = (char: string) => /\s/.test(char);

function afterEquals(char: string): State {
  if (char === '>') return 'text';
  if (char === '"') return 'double';
  if (char === "'") return 'single';
  return isBlank(char) ? 'equals' : 'bare';
}

/** The state after a character. Values are `double` or `single` quoted, or `bare`. */
const next: Record<State, (char: string) => State> = {
  text: (char) => (char === '<' ? 'open' : 'text'),
  open: (char) => (/[a-z/!]/i.test(char) ? 'tag' : char === '<' ? 'open' : 'text'),
  tag: (char) => (char === '>' ? 'text' : char === '=' ? 'equals' : 'tag'),
  equals: afterEquals,
  double: (char) => (char === '"' ? 'tag' : 'double'),
  single: (char) => (char === "'" ? 'tag' : 'single'),
  bare: (char) => (char === '>' ? 'text' : isBlank(char) ? 'tag' : 'bare'),
};

/**
 * Reads html and tells whether the current position is inside a tag. `value` means that the engine inserts a
 * value there.
 */
function htmlPlace() {
  let state: State = 'text';
  return {
    read: (html: string): void => {
      for (const char of html) state = next[state](char);
    },
    value: (): void => {
      if (state === 'open') state = 'text';
      if (state === 'equals') state = 'bare';
    },
    inTag: () => state !== 'text' && state !== 'open',
  };
}

type Match = RegExpMatchArray & { index: number };

/** Replaces a pattern's matches in the text pieces. Null leaves a match as text. */
function replaceIn(
  pieces: Piece[],
  pattern: RegExp,
  { html, replace }: { html: boolean; replace: (match: Match, inTag: boolean) => Piece[] | null },
): Piece[] {
  const reader = html ? htmlPlace() : null;
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'text') {
      reader?.value();
      return piece;
    }
    const { text, block } = piece;
    const cut: Piece[] = [];
    let from = 0;
    let read = 0;
    for (const match of text.matchAll(pattern)) {
      reader?.read(text.slice(read, match.index));
      read = match.index;
      const made = replace(match, reader?.inTag() ?? false);
      if (made === null) continue;
      if (match.index > from) cut.push({ kind: 'text', text: text.slice(from, match.index), block });
      cut.push(...made);
      from = match.index + match[0].length;
      read = from;
      reader?.value();
    }
    reader?.read(text.slice(read));
    if (from < text.length) cut.push({ kind: 'text', text: text.slice(from), block });
    return cut;
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function sourceOf({ written, any_case }: Written): string {
  const parts = written.split(/(?<=^<%)\s*|\s*(?=%>$)/).map(escaped);
  return any_case ? `(?i:${parts.join('\\s{0,20}')})` : parts.join('\\s{0,20}');
}

/**
 * Replaces the provider's unsubscribe links with our placeholder, or with a whole link where the provider
 * inserts one (M46, T7).
 */
export function withUnsubscribe(
  pieces: Piece[],
  { unsubscribe_texts: forms }: Dialect,
  html: boolean,
): Piece[] {
  if (forms.length === 0) return pieces;
  const pattern = new RegExp(forms.map((form) => `(${sourceOf(form)})`).join('|'), 'g');
  return replaceIn(pieces, pattern, {
    html: html && forms.some(({ label }) => label !== undefined),
    replace: ([written, ...groups], inTag) => {
      const label = forms[groups.indexOf(written)]?.label;
      const link: Piece = { kind: 'unsubscribe', written };
      if (label === undefined || !html || inTag) return [link];
      const around = (text: string): Piece => ({ kind: 'text', text, block: true });
      return [around('<a href="'), link, around(`">${label}</a>`)];
    },
  });
}

/** Replaces the provider's non-mustache tags with placeholders. */
export function withTags(pieces: Piece[], { tags }: Dialect): Piece[] {
  if (tags === null) return pieces;
  return replaceIn(pieces, tags.pattern, {
    html: false,
    replace: (match) => {
      const path = tags.pathOf(match);
      const name = flatName(path) ?? flatName(path.replace(/\.+/g, '_'));
      const [written] = match;
      if (name === reserved) return [{ kind: 'unsubscribe', written }];
      return name === null ? null : [{ kind: 'variable', written, path, name, raw: false, fallback: null }];
    },
  });
}

const keep = (pieces: Piece[], pattern: RegExp | null, why: 'web_view' | 'syntax'): Piece[] =>
  pattern === null
    ? pieces
    : replaceIn(pieces, pattern, { html: false, replace: ([written]) => [{ kind: 'kept', written, why }] });

/** Keeps text that only the provider can fill, so the template becomes a draft (T7, M50). */
export function withUnfilled(pieces: Piece[], { web_view, unfilled }: Dialect): Piece[] {
  const view = web_view === null ? null : new RegExp(sourceOf(web_view.text), 'g');
  return keep(keep(pieces, view, 'web_view'), unfilled, 'syntax');
}

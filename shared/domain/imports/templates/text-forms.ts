import type { Dialect, Written } from './dialect.ts';
import { flatName } from './flat-name.ts';
import { htmlPlace } from './html-place.ts';
import type { Piece } from './pieces.ts';

type Match = RegExpMatchArray & { index: number };

/** Replaces what a pattern finds in the texts among the pieces; null: the match stays text. */
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

const sourceOf = ({ written }: Written) =>
  written
    .split(/(?<=^<%)\s*|\s*(?=%>$)/)
    .map(escaped)
    .join('\\s{0,20}');

type Form = Dialect['unsubscribe_texts'][number];

/** One pattern for all forms of a list, with the form that a match is; null: none has a form. */
function patternOf(forms: readonly Form[]): { pattern: RegExp; formOf: (written: string) => Form } | null {
  if (forms.length === 0) return null;
  const each = forms.map((form) => ({
    form,
    whole: new RegExp(`^${sourceOf(form)}$`, form.any_case ? 'i' : ''),
  }));
  return {
    pattern: new RegExp(forms.map(sourceOf).join('|'), 'gi'),
    formOf: (written) =>
      each.find(({ whole }) => whole.test(written))?.form ?? { written: '', any_case: false },
  };
}

const patterns = new WeakMap<Dialect, ReturnType<typeof patternOf>>();

function patternFor(dialect: Dialect) {
  if (!patterns.has(dialect)) patterns.set(dialect, patternOf(dialect.unsubscribe_texts));
  return patterns.get(dialect) ?? null;
}

/** Puts our placeholder for the provider's unsubscribe links; a whole link where it puts one (M46, T7). */
export function withUnsubscribe(pieces: Piece[], dialect: Dialect, html: boolean): Piece[] {
  const found = patternFor(dialect);
  if (found === null) return pieces;
  return replaceIn(pieces, found.pattern, {
    html: html && dialect.unsubscribe_texts.some(({ label }) => label !== undefined),
    replace: ([written], inTag) => {
      const form = found.formOf(written);
      if (form.written === '') return null;
      const link: Piece = { kind: 'unsubscribe', written };
      if (form.label === undefined || !html || inTag) return [link];
      const around = (text: string): Piece => ({ kind: 'text', text, block: true });
      return [around('<a href="'), link, around(`">${form.label}</a>`)];
    },
  });
}

/** Puts placeholders for the tags of the provider that are not mustache tokens (M47). */
export function withTags(pieces: Piece[], { tags }: Dialect): Piece[] {
  if (tags === null) return pieces;
  return replaceIn(pieces, tags.pattern, {
    html: false,
    replace: (match) => {
      const path = tags.pathOf(match);
      const name = flatName(path) ?? flatName(path.replace(/\.+/g, '_'));
      const [written] = match;
      return name === null ? null : [{ kind: 'variable', written, path, name, raw: false, fallback: null }];
    },
  });
}

type Kept = Extract<Piece, { kind: 'kept' }>;

const keep = (pieces: Piece[], pattern: RegExp | null, why: Kept['why']): Piece[] =>
  pattern === null
    ? pieces
    : replaceIn(pieces, pattern, { html: false, replace: ([written]) => [{ kind: 'kept', written, why }] });

/**
 * Cuts out of the text what the provider fills and nothing here does, the address of the email as a web page, say: it stays as
 * written, and the template becomes a draft (T7, M50).
 */
export function withUnfilled(pieces: Piece[], { web_view, unfilled }: Dialect): Piece[] {
  const view = web_view === null ? null : new RegExp(sourceOf(web_view.text), 'gi');
  return keep(keep(pieces, view, 'web_view'), unfilled, 'syntax');
}

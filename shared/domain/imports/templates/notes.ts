import { cutText } from '../../../core/characters.ts';
import { ownPath } from './flat-name.ts';
import type { Piece } from './pieces.ts';

/** Why a template becomes a draft. The first that applies is shown (M50, T3). */
export const attentionReasons = ['unsubscribe_link', 'blocks', 'syntax', 'legacy'] as const;
export type AttentionReason = (typeof attentionReasons)[number];

export type Findings = {
  reasons: Set<AttentionReason>;
  raw: Set<string>;
  paths: Map<string, Set<string>>;
  /** The defaults found for each placeholder. The first default counts. */
  defaults: Map<string, Set<string>>;
  kept: Set<string>;
  unsubscribe: Set<string>;
  web_view: Set<string>;
};

export const noFindings = (): Findings => ({
  reasons: new Set(),
  raw: new Set(),
  kept: new Set(),
  unsubscribe: new Set(),
  web_view: new Set(),
  paths: new Map(),
  defaults: new Map(),
});

/** The maximum number of items in all notes together, so that a template's notes stay short. */
const named = 20;
const noteCharacters = 200;
const formCharacters = 60;

const add = (to: Set<string>, written: string): void => {
  if (to.size < named) to.add(written);
};

function addTo(to: Map<string, Set<string>>, name: string, value: string): void {
  const known = to.get(name) ?? new Set();
  add(known, value);
  to.set(name, known);
}

export function notePiece(found: Findings, piece: Piece, html: boolean): void {
  if (piece.kind === 'unsubscribe') {
    found.reasons.add('unsubscribe_link');
    add(found.unsubscribe, piece.written);
  }
  if (piece.kind === 'kept') {
    found.reasons.add(piece.why === 'blocks' ? 'blocks' : 'syntax');
    add(piece.why === 'web_view' ? found.web_view : found.kept, piece.written);
  }
  if (piece.kind !== 'variable') return;
  addTo(found.paths, piece.name, ownPath(piece.path));
  if (piece.raw && html) add(found.raw, piece.path);
  if (piece.fallback !== null) addTo(found.defaults, piece.name, piece.fallback);
}

const short = (form: string): string => {
  const line = form.replace(/\p{Cc}+/gu, ' ');
  return line.length > formCharacters ? `${line.slice(0, formCharacters)}…` : line;
};

/** One note of a kind, with its subjects, cut to size. */
export const note = (kind: string, what: Iterable<string>): string[] => {
  const names = [...what].map(short);
  const text = `${kind}: ${names.join(', ')}`;
  if (names.length === 0) return [];
  return [cutText(text, noteCharacters)];
};

const defaultNotes = ({ defaults }: Findings): string[] =>
  [...defaults].map(([name, values]) => {
    const [first, ...others] = [...values].map((value) => `"${value}"`);
    return others.length === 0 ? `${name} = ${first}` : `${name} = ${first} (ignored: ${others.join(', ')})`;
  });

/** A conversion's notes, one per kind. */
export function notesOf(found: Findings): string[] {
  const merged = [...found.paths]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${[...paths].join(' and ')} became ${name}`);
  return [
    ...note('raw_escaped', found.raw),
    ...note('merged_names', merged),
    ...note('default_kept', defaultNotes(found)),
    ...note('left_as_written', found.kept),
    ...note('unsubscribe_link', found.unsubscribe),
    ...note('web_view', found.web_view),
  ];
}

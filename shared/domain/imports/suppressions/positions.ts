import { createHmac } from 'node:crypto';
import type { ImportPosition } from '../../../core/records/imports.ts';

/** Before the first row of a list. */
export const startOfList = (list: number, source: string | null): ImportPosition => ({
  ...{ list, source, rows: 0, offset: 0, pages: 0 },
  ...{ first: null, last: null, seek: null, link: null },
});

/** Stands for a row in a position, which does not keep addresses. */
export const rowHash = (salt: string, identity: string): string =>
  createHmac('sha256', salt).update(identity).digest('base64url').slice(0, 22);

/** Where the next page begins: a row earlier than what is done, to see whether the list has moved (M21). */
export const pageStart = ({ seek, last, offset }: ImportPosition): number =>
  seek ?? (last === null ? offset : Math.max(0, offset - 1));

/** What a page of a list that may have moved is worth. */
type Page =
  /** Its rows from this index on are the next ones. */
  | { take: number }
  /** The last row that was done is not in it: the list is read back from here. */
  | { seek: number };

/** Whether a page begins and ends as the one before: then the provider's paging goes nowhere (M19). */
export function repeatsPage({ first, last, seek }: ImportPosition, hashes: string[]): boolean {
  return first !== null && seek === null && hashes[0] === first && hashes.at(-1) === last;
}

/**
 * Finds the next rows by the last one that is done (M21). Rows that were removed move the rest forward: then that row is
 * earlier than expected, at the beginning of the list at worst, or gone, and everything is read again.
 */
export function findRows(position: ImportPosition, hashes: string[], limit: number): Page {
  const { last } = position;
  if (last === null) return { take: 0 };
  const at = hashes.indexOf(last);
  if (at !== -1) return { take: at + 1 };
  const from = pageStart(position);
  return from === 0 ? { take: 0 } : { seek: Math.max(0, from - (limit - 1)) };
}

/** How much of a page is done: `done` of its rows from `take` on, of which `counted` are new (M17). */
export type Done = { take: number; done: number; counted: number };

/** The position behind the rows of a page of an offset list. */
export function afterRows(
  position: ImportPosition,
  hashes: string[],
  { take, done, counted }: Done,
): ImportPosition {
  const end = take + done;
  const whole = end === hashes.length;
  return {
    ...position,
    rows: position.rows + counted,
    offset: pageStart(position) + end,
    pages: position.pages + 1,
    first: whole ? (hashes[0] ?? null) : null,
    last: hashes[end - 1] ?? position.last,
    seek: null,
  };
}

/** The position behind the rows of a page that names the next one: it begins at `next` once all of its rows are done. */
export function afterLinked(
  position: ImportPosition,
  { hashes, next }: { hashes: string[]; next: string | null },
  { take, done, counted }: Done,
): ImportPosition {
  const end = take + done;
  const whole = end === hashes.length;
  return {
    ...position,
    rows: position.rows + counted,
    offset: position.offset + done,
    pages: position.pages + (whole ? 1 : 0),
    link: whole ? next : position.link,
    last: whole ? null : (hashes[end - 1] ?? position.last),
  };
}

import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import { type Called, type Connection, callProvider, maxPages } from '../call-provider.ts';
import type { KeyField } from './provider.ts';

type Listing = {
  path: (offset: number) => string;
  field?: KeyField;
  /** Rows of a full page. */
  limit: number;
  /** `total` null: the provider names none, and a page that is not full is the last one. Null: another shape. */
  read: (body: unknown) => { rows: unknown[]; total: number | null } | null;
  /** What a row is recognised by in another page. */
  identity: (row: unknown) => string;
};

type Page = { rows: unknown[]; total: number | null; names: string[] };

/** Whether a page is the last one (M20); one that only repeats the row before it is empty. */
function isLast({ rows, total, names }: Page, { offset, last, limit }: Place): boolean {
  if (rows.length === 0 || (rows.length === 1 && names[0] === last)) return true;
  return total === null ? rows.length !== limit : offset + rows.length >= total;
}

type Place = { offset: number; last: string | null; limit: number };

/**
 * Every row of a list that pages by offset, each once. A page begins with the last row of the one before; where it does not have
 * that row, rows were removed meanwhile, and the list is read back until it is found (M21). A page that repeats the one
 * before is a bad answer (M19).
 */
export async function offsetPages(
  ctx: Base & Providers,
  connection: Connection,
  { path, field, limit, read, identity }: Listing,
): Promise<Called<unknown[]>> {
  const found = new Map<string, unknown>();
  let place: Place = { offset: 0, last: null, limit };
  let before = '';
  for (let page = 0; page < maxPages; page++) {
    const called = await callProvider(ctx, connection, {
      path: path(place.offset),
      ...(field && { field }),
      read: (body): Page | null => {
        const answered = read(body);
        const names = answered?.rows.map(identity) ?? [];
        const repeats = names.length > 0 && JSON.stringify([names[0], names.at(-1)]) === before;
        return answered === null || repeats ? null : { ...answered, names };
      },
    });
    if (called.outcome !== 'ok') return called;
    const { rows, names } = called.value;
    const { offset, last } = place;
    if (last !== null && offset > 0 && !names.includes(last)) {
      place = { ...place, offset: Math.max(0, offset - (limit - 1)) };
      before = '';
      continue;
    }
    for (const [i, name] of names.entries()) if (!found.has(name)) found.set(name, rows[i]);
    if (isLast(called.value, place)) return { outcome: 'ok', value: [...found.values()] };
    before = JSON.stringify([names[0], names.at(-1)]);
    place = { ...place, offset: offset + rows.length - 1, last: names.at(-1) ?? null };
  }
  return { outcome: 'bad_answer', status: 200 };
}

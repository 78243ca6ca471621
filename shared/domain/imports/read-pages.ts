import { createHmac } from 'node:crypto';
import { ok } from './call-provider.ts';
import type { Called, Connection, KeyField, Page, PagedList } from './providers/provider.ts';

/** Limits of one list. Anything larger is a bad response, not a customer's list. */
export const listBounds = { pages: 5_000, rows: 100_000, bytes: 64 * 1024 * 1024 };

type Offsets<Row> = {
  path: (offset: number) => string;
  field?: KeyField | undefined;
  limit: number;
  /** If the provider gives no `total` (null), the first page that isn't full is the last. */
  read: (body: unknown) => { rows: Row[]; total: number | null } | null;
};

/** A list whose pages are requested by the number of rows before them. */
export const offsetList = <Row>({ path, field, limit, read }: Offsets<Row>): PagedList<Row> => ({
  path: (at) => path(Number(at ?? 0)),
  field,
  pageOf: (body, at) => {
    const page = read(body);
    if (page === null) return null;
    const { rows, total } = page;
    const end = Number(at ?? 0) + rows.length;
    // If a page is larger than the limit, the server doesn't support paging and has sent the whole list.
    const isLast = rows.length === 0 || (total === null ? rows.length !== limit : end >= total);
    return { rows, next: isLast ? null : String(end) };
  },
});

/** A page's fingerprint from its first and last rows, because records keep no addresses. */
function printOf(salt: string, rows: unknown[]): string {
  const ends = JSON.stringify([rows[0], rows.at(-1)]);
  return createHmac('sha256', salt).update(ends).digest('base64url').slice(0, 22);
}

/** A page's place. `before` is the previous page's fingerprint, which a provider without paging repeats. */
type Place = { at: string | null; before: string | null; salt: string };

/** One page of a list. A link to itself ends the list. */
export const readPage = <Row>(
  connection: Connection,
  { path, field, pageOf }: PagedList<Row>,
  { at, before, salt }: Place,
): Promise<Called<Page<Row> & { print: string; bytes: number }>> =>
  connection.call({
    path: path(at),
    field,
    read: (body, bytes) => {
      const page = pageOf(body, at);
      if (page === null) return null;
      const { rows } = page;
      const next = page.next === at ? null : page.next;
      const print = printOf(salt, rows);
      const repeats = rows.length > 0 && print === before && page.next !== at;
      return repeats ? null : { rows, next, print, bytes };
    },
  });

export async function readAll<Row>(connection: Connection, list: PagedList<Row>): Promise<Called<Row[]>> {
  const all: Row[] = [];
  let place: Place = { at: null, before: null, salt: '' };
  for (let pages = 0, read = 0; pages < listBounds.pages; pages++) {
    const called = await readPage(connection, list, place);
    if (called.outcome !== 'ok') return called;
    const { rows, next, print, bytes } = called.value;
    for (const row of rows) all.push(row);
    if (next === null) return ok(all);
    read += bytes;
    if (all.length > listBounds.rows || read > listBounds.bytes) break;
    place = { ...place, at: next, before: print };
  }
  return { outcome: 'bad_answer', status: 200 };
}

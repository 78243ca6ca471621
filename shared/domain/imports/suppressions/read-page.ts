import type { ImportPosition } from '../../../core/records/imports.ts';
import type { Paging } from '../../context.ts';
import { ok } from '../call-provider.ts';
import type { Importing } from '../importing.ts';
import type { Called, PageList } from '../providers/provider.ts';
import { readPage } from '../read-pages.ts';
import type { Slice, Work } from '../slice.ts';
import type { Place } from './places.ts';

/** How many rows are done, and how many of them are counted, because no request before did (M17). */
type Done = { done: number; counted: number };

export type Batch = {
  rows: unknown[];
  more: boolean;
  /** The position behind the first of them; `unread`: a list that ends before all of it is read (M28). */
  behind: (first: Done) => Promise<{ position: ImportPosition; ended: boolean; unread?: boolean }>;
};

/** A kept link is sealed: it may name an address, which no record keeps (M32). */
const boundTo = ({ caller, import_id }: Work) => [caller.account.id, 'migrations', 'link', import_id];

/** The page that a position is in; a link that does not open any more is a list from its beginning. */
async function pageAt(ctx: Paging, work: Work, { paging }: PageList, { offset, link }: ImportPosition) {
  if (paging === 'rows') return offset === 0 ? null : String(offset);
  return link === null ? null : ctx.cursors.open(boundTo(work), link);
}

/** The next rows of a list that comes in pages. Rows that go or come meanwhile shift it: a second import finds them (M18). */
export async function readRows(
  ctx: Importing,
  { work }: Slice,
  { list, source, position }: Place & { list: PageList },
): Promise<Called<Batch>> {
  const { connection, started, salt } = work;
  const at = await pageAt(ctx, work, list, position);
  const pages = list.pages({ source, started });
  const called = await readPage(connection, pages, { at, before: position.print ?? null, salt });
  if (called.outcome !== 'ok') return called;
  const { rows, next, print } = called.value;
  const begin = list.paging === 'rows' ? 0 : (position.within ?? 0);
  const behind: Batch['behind'] = async ({ done, counted }) => {
    const whole = begin + done >= rows.length;
    const moved = { ...position, offset: position.offset + done, rows: position.rows + counted };
    if (!whole) return { position: { ...moved, within: begin + done, print: null }, ended: false };
    const keeps = list.paging === 'links' && next !== null;
    const link = keeps ? await ctx.cursors.seal(boundTo(work), next) : null;
    return {
      position: { ...moved, pages: position.pages + 1, within: 0, link, print },
      ended: next === null,
    };
  };
  const more = next !== null && rows.length >= connection.provider.page;
  return ok({ rows: rows.slice(begin), more, behind });
}

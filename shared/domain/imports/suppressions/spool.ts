import { ok, tryCalls } from '../call-provider.ts';
import type { Called, Dump, Source } from '../providers/provider.ts';
import { advance, displayName, failed, type Importing, type Slice, type Stop } from '../slice.ts';
import type { Place } from './places.ts';
import { type Batch, dumpRows, readRows } from './read-page.ts';

/** Rows per spool object. */
const partRows = 10_000;

const importOf = ({ work: { caller, import_id } }: Slice) => ({ account: caller.account.id, id: import_id });

/** A spool object's name: rows of one kind, by number. The stream's name comes from the provider. */
const partName = (source: Source, list: number, part: number): string =>
  `${encodeURIComponent(source.key)}-${list}/${part}`;

/** Reads a dump once and stores its rows by list, in parts. Returns each list's row count. */
function spoolDump(ctx: Importing, slice: Slice, dump: Dump, source: Source): Promise<Called<number[]>> {
  const { connection } = slice.work;
  return tryCalls(ctx, connection, async () => {
    const waiting = connection.provider.lists.map((): unknown[] => []);
    const counts = waiting.map(() => 0);
    const store = (list: number, rows: unknown[]) => {
      const part = (counts[list] as number) / partRows;
      counts[list] = (counts[list] as number) + rows.length;
      return ctx.import_rows.put(importOf(slice), partName(source, list, part), rows);
    };
    for await (const called of dumpRows(ctx, connection, dump, source)) {
      if (called.outcome !== 'ok') return called;
      for (const raw of called.value) waiting[dump.listOf(raw)]?.push(dump.kept(raw));
      for (const [list, rows] of waiting.entries())
        while (rows.length >= partRows) await store(list, rows.splice(0, partRows));
    }
    for (const [list, rest] of waiting.entries()) if (rest.length > 0) await store(list, rest);
    return ok(counts);
  });
}

/** Spools the next unspooled stream's dump. Undefined when all are spooled. */
export async function spoolNext(
  ctx: Importing,
  slice: Slice,
  sources: Source[],
): Promise<Stop | null | undefined> {
  const { dump, lists } = slice.work.connection.provider;
  const known = Object.fromEntries(sources.map(({ key }) => [key, slice.progress.spooled[key] ?? []]));
  const source = sources.find(({ key }) => known[key]?.length === 0);
  if (dump === undefined || source === undefined) return undefined;
  const called = await spoolDump(ctx, slice, dump, source);
  if (called.outcome !== 'ok') {
    const name = `suppressions of ${displayName(source.name)}`;
    const stop = failed(ctx, slice, { name }, called);
    if (stop !== null) return stop;
  }
  const counts = called.outcome === 'ok' ? called.value : lists.map(() => 0);
  return advance(slice, { spooled: { ...known, [source.key]: counts }, failing: null });
}

/** A list's next rows from the bucket until all are done. `gone` means that they expired after a day. */
async function readSpooled(ctx: Importing, slice: Slice, { source, position }: Place & { source: Source }) {
  const total = slice.progress.spooled[source.key]?.[position.list] ?? 0;
  const name = partName(source, position.list, Math.floor(position.offset / partRows));
  const part = position.offset >= total ? [] : await ctx.import_rows.get(importOf(slice), name);
  if (part === null) return 'gone';
  const rows = part.slice(position.offset % partRows);
  const behind: Batch['behind'] = async ({ done, counted }) => {
    const offset = position.offset + done;
    if (done === rows.length && done > 0) slice.request.processed.push(name);
    return { position: { ...position, offset, rows: position.rows + counted }, ended: offset >= total };
  };
  return ok({ rows, more: position.offset + rows.length < total, behind });
}

/** A list's next rows. `gone` means that the spooled rows expired after a day. */
export const readNextRows = (ctx: Importing, slice: Slice, place: Place): Promise<Called<Batch> | 'gone'> =>
  place.list.paging === 'dump'
    ? readSpooled(ctx, slice, { ...place, source: place.source as Source })
    : readRows(ctx, slice, { ...place, list: place.list });

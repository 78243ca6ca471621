import { remember, tryCalls } from '../call-provider.ts';
import type { Importing } from '../connection.ts';
import type { Called, Source } from '../providers/provider.ts';
import type { Slice } from '../slice.ts';
import type { Place } from './places.ts';
import { type Dump, dumpRows } from './read-dump.ts';
import { type Batch, readRows } from './read-page.ts';

/** Rows of a dump that a preview looks at (M28). */
const previewRows = 500;

type First = Pick<Batch, 'rows' | 'more'>;

/** The first rows of a dump, then its connection is cut. */
const sampleDump = (ctx: Importing, { work: { connection } }: Slice, dump: Dump, source: Source) =>
  remember(connection, `dump of ${source.key}`, () =>
    tryCalls<First>(ctx, connection, async () => {
      const rows: unknown[] = [];
      for await (const called of dumpRows(ctx, connection, dump, source)) {
        if (called.outcome !== 'ok') return called;
        rows.push(...called.value);
        if (rows.length > previewRows) break;
      }
      return { outcome: 'ok', value: { rows: rows.slice(0, previewRows), more: rows.length > previewRows } };
    }),
  );

async function firstRows(ctx: Importing, slice: Slice, place: Place): Promise<Called<First>> {
  const { list, source, position } = place;
  const { dump } = slice.work.connection.provider;
  if (list.paging !== 'dump') return readRows(ctx, slice, { ...place, list });
  const called = await sampleDump(ctx, slice, dump as Dump, source as Source);
  if (called.outcome !== 'ok') return called;
  const { rows, more } = called.value;
  const own = rows.filter((raw) => dump?.listOf(raw) === position.list).map((raw) => dump?.kept(raw));
  return { outcome: 'ok', value: { rows: own, more } };
}

/** The first page of a list, or what is among the first rows of a dump: a preview goes no further (M28). */
export async function readFirstRows(ctx: Importing, slice: Slice, place: Place): Promise<Called<Batch>> {
  const called = await firstRows(ctx, slice, place);
  if (called.outcome !== 'ok') return called;
  const { rows, more } = called.value;
  const behind: Batch['behind'] = async ({ done }) => ({
    position: place.position,
    ended: true,
    unread: more || done < rows.length,
  });
  return { outcome: 'ok', value: { rows, more, behind } };
}

import { mapped, ok, remember, tryCalls } from '../call-provider.ts';
import type { Importing } from '../importing.ts';
import type { Called, Dump, Source } from '../providers/provider.ts';
import type { Slice } from '../slice.ts';
import type { Place } from './places.ts';
import { dumpRows } from './read-dump.ts';
import { type Batch, readRows } from './read-page.ts';

const previewRows = 500;

type First = Pick<Batch, 'rows' | 'more'>;

const sampleDump = (ctx: Importing, { work: { connection } }: Slice, dump: Dump, source: Source) =>
  remember(connection, `dump of ${source.key}`, () =>
    tryCalls<First>(ctx, connection, async () => {
      const rows: unknown[] = [];
      for await (const called of dumpRows(ctx, connection, dump, source)) {
        if (called.outcome !== 'ok') return called;
        rows.push(...called.value);
        if (rows.length > previewRows) break;
      }
      return ok({ rows: rows.slice(0, previewRows), more: rows.length > previewRows });
    }),
  );

async function firstRows(ctx: Importing, slice: Slice, place: Place): Promise<Called<First>> {
  const { list, source, position } = place;
  if (list.paging !== 'dump') return readRows(ctx, slice, { ...place, list });
  const dump = slice.work.connection.provider.dump as Dump;
  return mapped(await sampleDump(ctx, slice, dump, source as Source), ({ rows, more }) => ({
    rows: rows.filter((raw) => dump.listOf(raw) === position.list).map(dump.kept),
    more,
  }));
}

/** The first page of a list, or what is among the first rows of a dump: a preview goes no further (M28). */
export async function readFirstRows(ctx: Importing, slice: Slice, place: Place): Promise<Called<Batch>> {
  const { position } = place;
  return mapped(await firstRows(ctx, slice, place), ({ rows, more }) => ({
    rows,
    more,
    behind: async ({ done }) => ({ position, ended: true, unread: more || done < rows.length }),
  }));
}

import type { ImportPosition } from '../../../core/records/imports.ts';
import type { Base } from '../../context.ts';
import type { Imports, Providers } from '../../ports/imports.ts';
import { remember } from '../call-provider.ts';
import type { Called, Provider, Source } from '../providers/provider.ts';
import type { Slice } from '../slice.ts';
import type { Batch } from './read-page.ts';
import { partName, partRows, sampleDump } from './spool-dump.ts';

type Spooled = { source: Source; position: ImportPosition };

/** A list of a dump is over when all of its rows are done. */
const behind =
  (position: ImportPosition, total: number): Batch['behind'] =>
  async ({ done, counted }) => {
    const offset = position.offset + done;
    return { position: { ...position, offset, rows: position.rows + counted }, ended: offset >= total };
  };

/** The next rows of a list that lie in the bucket; null: they are gone, after a day. */
export async function readSpooled(
  ctx: Imports,
  { work, progress, request: { processed } }: Slice & { work: { import_id: string } },
  { source, position }: Spooled,
): Promise<Batch | null> {
  const total = progress.spooled[source.key]?.[position.list] ?? 0;
  if (position.offset >= total) return { rows: [], more: false, behind: behind(position, total) };
  const name = partName(source, position.list, Math.floor(position.offset / partRows));
  const rows = await ctx.import_rows.get({ account: work.caller.account.id, id: work.import_id }, name);
  if (rows === null) return null;
  const next = rows.slice(position.offset % partRows);
  const move = behind(position, total);
  return {
    rows: next,
    more: false,
    behind: async (progressed) => {
      if (progressed.done === next.length) processed.push(name);
      return move(progressed);
    },
  };
}

/** The first rows of a list of a dump, which this request reads once for all of its lists (M28). */
export async function readSample(
  ctx: Base & Providers,
  { work }: Slice,
  { dump, source, position }: Spooled & { dump: NonNullable<Provider['dump']> },
): Promise<Called<Batch>> {
  const lists = work.connection.provider.lists.length;
  const called = await remember(work.connection, `dump of ${source.key}`, () =>
    sampleDump(ctx, work, { dump, source, lists }),
  );
  if (called.outcome !== 'ok') return called;
  const rows = called.value.rows[position.list] ?? [];
  return { outcome: 'ok', value: { rows, more: called.value.more, behind: behind(position, rows.length) } };
}

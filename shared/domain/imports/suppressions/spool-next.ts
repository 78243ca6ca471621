import type { Source } from '../providers/provider.ts';
import { failed, type Slice, type Stop, shownName } from '../slice.ts';
import type { Ports } from './places.ts';
import { spoolDump } from './spool-dump.ts';

/** Reads the dump of the first stream that is not spooled; undefined: all are. */
export async function spoolNext(
  ctx: Ports,
  slice: Slice,
  sources: Source[],
): Promise<Stop | null | undefined> {
  const { work, progress } = slice;
  const { dump, lists } = work.connection.provider;
  const source = sources.find(
    ({ key }) => progress.spooled[key] === undefined || progress.spooled[key].length === 0,
  );
  if (dump === undefined || work.import_id === null || source === undefined) return undefined;
  const known = Object.fromEntries(sources.map(({ key }) => [key, progress.spooled[key] ?? []]));
  const spooled = (counts: number[]) => {
    slice.progress = { ...slice.progress, spooled: { ...known, [source.key]: counts }, failing: null };
  };
  const called = await spoolDump(
    ctx,
    { ...work, import_id: work.import_id },
    { dump, source, lists: lists.length },
  );
  if (called.outcome === 'ok') {
    spooled(called.value);
    return null;
  }
  const stop = failed(
    ctx,
    slice,
    { resource: 'suppressions', name: `suppressions of ${shownName(source.name)}` },
    called,
  );
  if (stop !== 'left_out') return stop;
  spooled(lists.map(() => 0));
  return null;
}

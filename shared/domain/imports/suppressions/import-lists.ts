import type { SuppressionReport } from '../../../core/records/imports.ts';
import type { Called, Source } from '../providers/provider.ts';
import { listBounds } from '../read-pages.ts';
import { addError, endStage, failed, maxWritten, type Slice, type Stop } from '../slice.ts';
import { addReports, countRow, emptyReport } from '../totals.ts';
import { endLists, noteScopes } from './attention.ts';
import { listsOf, nameOf, nextList, type Place, type Ports, placeOf, sourcesOf } from './places.ts';
import { startOfList } from './positions.ts';
import { type Batch, readRows } from './read-page.ts';
import { readSample, readSpooled } from './read-spooled.ts';
import { spoolNext } from './spool-next.ts';
import { takeRows } from './take-rows.ts';

const resource = 'suppressions' as const;

/** The next rows of a list, however it comes; `gone`: what was spooled was kept for a day. */
async function readBatch(
  ctx: Ports,
  slice: Slice,
  { list, source, position }: Place,
): Promise<Called<Batch> | 'gone'> {
  const { work } = slice;
  if (list.paging !== 'dump') return readRows(ctx, work, { list, source, position });
  const named = source as Source;
  const { dump } = work.connection.provider;
  if (work.import_id === null && dump !== undefined)
    return readSample(ctx, slice, { dump, source: named, position });
  const batch = await readSpooled(ctx, slice as Slice & { work: { import_id: string } }, {
    source: named,
    position,
  });
  return batch === null ? 'gone' : { outcome: 'ok', value: batch };
}

/** Counts the next rows of a list, and moves on behind them. */
async function takeBatch(ctx: Ports, slice: Slice, place: Place, batch: Batch): Promise<void> {
  const { work, listing } = slice;
  const { list, source, position } = place;
  const next = batch.rows.map((raw) => list.row(raw, source));
  const taken = await takeRows(
    ctx,
    {
      list: { account: work.caller.account.id, tenant: null },
      provider: work.connection.name,
      started: work.started,
      until: work.connection.until,
    },
    {
      import_id: work.import_id,
      ...listing,
      counted: position.rows - listing.recorded,
      room: maxWritten - slice.progress.suppressions.totals.imported,
    },
    next,
  );
  const report = emptyReport();
  for (const outcome of taken.outcomes) countRow(report, outcome);
  noteScopes(
    slice,
    next.slice(0, taken.done).flatMap((row) => ('scope' in row ? [row.scope ?? ''] : [])),
  );
  const { position: moved, ended } = await batch.behind({ done: taken.done, counted: taken.outcomes.length });
  const suppressions = addReports(slice.progress.suppressions, report);
  slice.progress = { ...slice.progress, position: moved, suppressions, failing: null };
  slice.request.report = addReports(slice.request.report, report);
  slice.request.rows += taken.done;
  slice.request.written += taken.written;
  if (taken.full) endFull(slice, place);
  else if (work.import_id === null) endPreviewed(slice, place, batch.more || taken.done < batch.rows.length);
  else if (ended) nextList(slice, place);
}

const estimated = (report: SuppressionReport): SuppressionReport => ({ ...report, estimated: true });

function markEstimated(slice: Slice): void {
  slice.request.report = estimated(slice.request.report);
  slice.progress = { ...slice.progress, suppressions: estimated(slice.progress.suppressions) };
}

/** The import has written all that one may: the next one goes on behind it (M6). */
function endFull(slice: Slice, place: Place): void {
  addError(slice, {
    resource,
    name: nameOf(place),
    code: 'run_limit',
    retryable: true,
    what: 'one import brings at most 500,000 entries; import again for the rest',
  });
  markEstimated(slice);
  slice.progress = { ...slice.progress, position: startOfList(listsOf(slice).length, null) };
}

/** A preview reads the first page of each list (M28). */
function endPreviewed(slice: Slice, place: Place, hasMore: boolean): void {
  if (hasMore) markEstimated(slice);
  nextList(slice, place);
}

/** Reads the next rows of a list; why the request ends, or null when it goes on. */
async function readNext(ctx: Ports, slice: Slice, place: Place): Promise<Stop | null> {
  const { position } = place;
  if (position !== slice.progress.position) {
    slice.progress = { ...slice.progress, position };
    slice.listing = { recorded: 0, met: new Set(), brought: slice.listing.brought };
  }
  const { pages } = listBounds;
  if (position.pages >= pages)
    return leaveOut(slice, place, { code: 'provider_bad_answer', what: `more than ${pages} pages` });
  const read = await readBatch(ctx, slice, place);
  if (read === 'gone')
    return leaveOut(slice, place, {
      code: 'provider_unavailable',
      what: 'its rows were kept for a day: import again',
    });
  if (read.outcome === 'ok') {
    await takeBatch(ctx, slice, place, read.value);
    return null;
  }
  const stop = failed(ctx, slice, { resource, name: nameOf(place) }, read);
  if (stop !== 'left_out') return stop;
  nextList(slice, place);
  return null;
}

type Fault = { code: 'provider_bad_answer' | 'provider_unavailable'; what: string };

function leaveOut(slice: Slice, place: Place, fault: Fault): null {
  addError(slice, { resource, name: nameOf(place), retryable: true, ...fault });
  nextList(slice, place);
  return null;
}

/** The lists of suppressions and opt-outs, batch by batch (M53). */
export async function importLists(ctx: Ports, slice: Slice): Promise<Stop | null> {
  const called = await sourcesOf(ctx, slice);
  if (called !== null && called.outcome !== 'ok') {
    const stop = failed(ctx, slice, { resource, name: 'the lists' }, called);
    if (stop !== 'left_out') return stop;
    endStage(slice);
    return null;
  }
  const sources = called === null ? null : called.value;
  const spooling = sources === null ? undefined : await spoolNext(ctx, slice, sources);
  if (spooling !== undefined) return spooling;
  const place = placeOf(slice, sources);
  if (place === null) {
    endLists(slice, sources);
    return null;
  }
  return readNext(ctx, slice, place);
}

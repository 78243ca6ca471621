import type { ImportPosition, SuppressionReport } from '../../../core/records/imports.ts';
import { type Called, maxPages } from '../call-provider.ts';
import type { Source } from '../providers/provider.ts';
import {
  addError,
  endStage,
  type Failure,
  failed,
  maxWritten,
  type Slice,
  type Stop,
  shownName,
} from '../slice.ts';
import { addReports, countRow, emptyReport } from '../totals.ts';
import { endLists, note, noteScopes } from './attention.ts';
import type { Batch } from './batches.ts';
import { listsOf, nameOf, nextList, type Place, type Ports, placeOf, sourcesOf } from './places.ts';
import { startOfList } from './positions.ts';
import { readLinks } from './read-links.ts';
import { readOffset } from './read-offset.ts';
import { readSample, readSpooled } from './read-spooled.ts';
import { spoolNext } from './spool-next.ts';
import { takeRows } from './take-rows.ts';

const resource = 'suppressions' as const;

type Read = Called<Batch | { moved: ImportPosition }> | 'gone';

/** The next rows of a list, however its provider pages. */
async function readBatch(ctx: Ports, slice: Slice, { list, source, position }: Place): Promise<Read> {
  const { work } = slice;
  if (list.paging === 'offset') return readOffset(ctx, work, { list, position });
  const named = source as Source;
  if (list.paging === 'links') return readLinks(ctx, work, { list, source: named, position });
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
  const next = batch.rows.map((raw) => list.row(raw, { started: work.started, source }));
  const taken = await takeRows(
    ctx,
    {
      list: { account: work.caller.account.id, tenant: null },
      provider: work.connection.name,
      ...{ started: work.started, until: work.connection.until },
    },
    {
      ...{ import_id: work.import_id, ...listing },
      counted: position.rows - listing.recorded,
      room: maxWritten - slice.progress.suppressions.totals.imported,
    },
    next,
  );
  const report = emptyReport();
  for (const outcome of taken.outcomes) countRow(report, outcome);
  noteScopes(
    slice,
    next
      .slice(0, taken.done)
      .flatMap((row) => (typeof row === 'object' && 'scope' in row ? [row.scope ?? ''] : [])),
  );
  const { position: moved, ended } = await batch.behind({ done: taken.done, counted: taken.outcomes.length });
  const suppressions = addReports(slice.progress.suppressions, report);
  slice.progress = { ...slice.progress, position: moved, suppressions, failing: null };
  slice.report = addReports(slice.report, report);
  slice.rows += taken.done;
  slice.written += taken.written;
  if (taken.full) endFull(slice, place);
  else if (work.import_id === null) endPreviewed(slice, place, batch.more || taken.done < batch.rows.length);
  else if (ended) endList(slice, place);
}

/** The end of a list; one that is only counted is named now. */
function endList(slice: Slice, place: Place): void {
  const { list, source } = place;
  const { offset } = slice.progress.position;
  if (list.paging === 'links' && list.counted !== undefined && offset > 0)
    note(slice, {
      name: shownName(source?.name ?? ''),
      reason: list.counted.reason,
      action: list.counted.action(offset),
    });
  nextList(slice, place);
}

const estimated = (report: SuppressionReport): SuppressionReport => ({ ...report, estimated: true });

function markEstimated(slice: Slice): void {
  slice.report = estimated(slice.report);
  slice.progress = { ...slice.progress, suppressions: estimated(slice.progress.suppressions) };
}

/** The import has written all that one may: the next one goes on behind it (M6). */
function endFull(slice: Slice, place: Place): void {
  addError(slice, {
    ...{ resource, name: nameOf(place), code: 'run_limit', retryable: true },
    what: 'one import brings at most 500,000 entries; import again for the rest',
  });
  markEstimated(slice);
  slice.progress = { ...slice.progress, position: startOfList(listsOf(slice).length, null) };
}

/** A preview reads the first page of each list (M28). */
function endPreviewed(slice: Slice, place: Place, hasMore: boolean): void {
  if (hasMore) markEstimated(slice);
  endList(slice, place);
}

/** Reads the next rows of a list; why the request ends, or null when it goes on. */
async function readNext(ctx: Ports, slice: Slice, place: Place): Promise<Stop | null> {
  const { position } = place;
  if (position !== slice.progress.position) {
    slice.progress = { ...slice.progress, position };
    slice.listing = { recorded: 0, met: new Set(), brought: slice.listing.brought };
  }
  const about = { resource, name: nameOf(place) };
  if (position.pages >= maxPages) {
    addError(slice, {
      ...about,
      code: 'provider_bad_answer',
      retryable: true,
      what: `more than ${maxPages} pages`,
    });
    nextList(slice, place);
    return null;
  }
  const read = await readBatch(ctx, slice, place);
  if (read === 'gone') {
    addError(slice, {
      ...about,
      code: 'provider_unavailable',
      retryable: true,
      what: 'its rows were kept for a day: import again',
    });
    nextList(slice, place);
    return null;
  }
  if (read.outcome !== 'ok') return leaveOut(ctx, slice, place, read);
  if ('moved' in read.value)
    slice.progress = { ...slice.progress, position: read.value.moved, failing: null };
  else await takeBatch(ctx, slice, place, read.value);
  return null;
}

function leaveOut(
  ctx: Ports,
  slice: Slice,
  place: Place,
  failure: Failure | { outcome: 'wait'; seconds: number },
) {
  const { list } = place;
  // What would only be counted is no loss.
  const silent = list.paging === 'links' && list.counted !== undefined;
  if (!silent || (failure.outcome !== 'forbidden' && failure.outcome !== 'not_found')) {
    const stop = failed(ctx, slice, { resource, name: nameOf(place) }, failure);
    if (stop !== 'left_out') return stop;
  }
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

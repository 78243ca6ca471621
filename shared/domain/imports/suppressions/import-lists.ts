import type { SuppressionReport } from '../../../core/records/imports.ts';
import type { Importing } from '../connection.ts';
import { listBounds } from '../read-pages.ts';
import { addError, endStage, failed, type Slice, type Stage, type Stop } from '../slice.ts';
import { addReports, countRow, emptyReport } from '../totals.ts';
import { endLists, noteScopes } from './attention.ts';
import type { ListWriter } from './list-writer.ts';
import { listsOf, nameOf, nextList, type Place, placeOf, sourcesOf } from './places.ts';
import { startOfList } from './positions.ts';
import { readFirstRows } from './read-first-rows.ts';
import type { Batch } from './read-page.ts';
import { readNextRows, spoolNext } from './spool.ts';
import { takeRows } from './take-rows.ts';
import { writeEntries } from './write-entries.ts';

const resource = 'suppressions' as const;

/** Counts the next rows of a list, and moves on behind them. */
async function takeBatch(
  ctx: Importing,
  slice: Slice,
  writer: ListWriter,
  { place, batch }: { place: Place; batch: Batch },
): Promise<void> {
  const { list, source } = place;
  const next = batch.rows.map((raw) => list.row(raw, source));
  const { done, outcomes, full } = await takeRows(ctx, slice, writer, next);
  const report = emptyReport();
  for (const outcome of outcomes) countRow(report, outcome);
  noteScopes(
    slice,
    next.slice(0, done).flatMap((row) => ('scope' in row ? [row.scope ?? ''] : [])),
  );
  const { position, ended, unread } = await batch.behind({ done, counted: outcomes.length });
  const suppressions = addReports(slice.progress.suppressions, report);
  slice.progress = { ...slice.progress, position, suppressions, failing: null };
  slice.request.report = addReports(slice.request.report, report);
  slice.request.rows += done;
  if (full) return endFull(slice, place);
  if (unread) markEstimated(slice);
  if (ended) nextList(slice, place);
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

/** Reads the next rows of a list; why the request ends, or null when it goes on. */
async function readNext(
  ctx: Importing,
  slice: Slice,
  writer: ListWriter,
  place: Place,
): Promise<Stop | null> {
  const { position } = place;
  if (position !== slice.progress.position) {
    slice.progress = { ...slice.progress, position };
    slice.listing = { recorded: 0, met: new Set(), brought: slice.listing.brought };
  }
  const { pages } = listBounds;
  if (position.pages >= pages)
    return leaveOut(slice, place, { code: 'provider_bad_answer', what: `more than ${pages} pages` });
  const read = await writer.rows(ctx, slice, place);
  if (read === 'gone')
    return leaveOut(slice, place, {
      code: 'provider_unavailable',
      what: 'its rows were kept for a day: import again',
    });
  if (read.outcome === 'ok') {
    await takeBatch(ctx, slice, writer, { place, batch: read.value });
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
const listsBy =
  (writer: ListWriter): Stage<Importing> =>
  async (ctx, slice) => {
    const called = await sourcesOf(ctx, slice);
    if (called !== null && called.outcome !== 'ok') {
      const stop = failed(ctx, slice, { resource, name: 'the lists' }, called);
      if (stop !== 'left_out') return stop;
      endStage(slice);
      return null;
    }
    const sources = called === null ? null : called.value;
    const spooling = sources === null ? undefined : await writer.spool(ctx, slice, sources);
    if (spooling !== undefined) return spooling;
    const place = placeOf(slice, sources);
    if (place === null) {
      endLists(slice, sources);
      return null;
    }
    return readNext(ctx, slice, writer, place);
  };

export const importLists = listsBy({ spool: spoolNext, rows: readNextRows, entries: writeEntries });

/** It puts nothing aside, reads the first rows of each list and writes no entry: the planned outcomes are the answer (M28). */
export const previewLists = listsBy({
  spool: async () => undefined,
  rows: readFirstRows,
  entries: async () => {},
});

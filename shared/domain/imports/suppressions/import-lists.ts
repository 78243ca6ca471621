import type { Source } from '../providers/provider.ts';
import { listBounds } from '../read-pages.ts';
import {
  addError,
  advance,
  displayName,
  endStage,
  failed,
  type Importing,
  note,
  noteNoDomains,
  type Slice,
  type Stage,
  type Stop,
} from '../slice.ts';
import { addReports, countRow, emptyReport, startOfList } from '../totals.ts';
import { moveTo, nameOf, nextList, type Place, placeOf, sourcesOf } from './places.ts';
import { type Batch, readFirstRows } from './read-page.ts';
import { readNextRows, spoolNext } from './spool.ts';
import { takeRows } from './take-rows.ts';

const scopesKept = { names: 20, characters: 40 };

/** Keeps the names of groups, streams, and tags merged into one opt-out. */
function noteScopes(slice: Slice, names: string[]): void {
  const scopes = new Set(slice.progress.scopes);
  for (const name of names)
    if (scopes.size < scopesKept.names)
      scopes.add(displayName(name).slice(0, scopesKept.characters).toWellFormed());
  advance(slice, { scopes: [...scopes] });
}

/** Notes which lists were merged, once all are read. */
function endLists(ctx: Importing, slice: Slice, sources: Source[] | null): null {
  const { scopes } = slice.progress;
  if (scopes.length > 1) {
    const names = scopes.map((name) => JSON.stringify(name)).join(', ');
    const more = scopes.length === scopesKept.names ? ' and perhaps more' : '';
    const action = `Each address that unsubscribed from any of ${names}${more} gets a single opt-out from product email.`;
    note(slice, { name: '', reason: 'groups_merged', action });
  }
  if (sources === null) return endStage(slice);
  noteNoDomains(ctx, slice, sources.length);
  if (slice.work.connection.provider.dump === undefined && sources.length > 1) {
    const action = `The lists from ${sources.length} domains were merged: an address on any of them is suppressed for all.`;
    note(slice, { name: '', reason: 'domains_merged', action });
  }
  return endStage(slice);
}

async function takeBatch(ctx: Importing, slice: Slice, place: Place, batch: Batch): Promise<null> {
  const { list, source } = place;
  const next = batch.rows.map((raw) => list.row(raw, source));
  const { done, outcomes, full } = await takeRows(ctx, slice, next);
  const report = emptyReport();
  for (const outcome of outcomes) countRow(report, outcome);
  noteScopes(
    slice,
    next.slice(0, done).flatMap((row) => ('scope' in row ? [row.scope ?? ''] : [])),
  );
  const { position, ended, unread } = await batch.behind({ done, counted: outcomes.length });
  report.estimated = full !== null || unread === true;
  advance(slice, { position, suppressions: addReports(slice.progress.suppressions, report), failing: null });
  slice.request.report = addReports(slice.request.report, report);
  slice.request.rows += done;
  if (full !== null) return endFull(slice, place, full);
  return ended ? nextList(slice, place) : null;
}

const fullBy = {
  run: { code: 'run_limit', what: 'one import adds at most 500,000 entries; import again to add the rest' },
  plan: {
    code: 'plan_limit',
    what: "your plan's suppression limit is reached; remove some or change the plan, then import again",
  },
} as const;

/** Ends an import that reached its limit. The next import adds the rest. */
function endFull(slice: Slice, place: Place, full: keyof typeof fullBy): null {
  addError(slice, { name: nameOf(place), retryable: true, ...fullBy[full] });
  return advance(slice, { position: startOfList(slice.work.connection.provider.lists.length, null) });
}

type Fault = { code: 'provider_bad_answer' | 'provider_unavailable'; what: string };

function leaveOut(slice: Slice, place: Place, fault: Fault): null {
  addError(slice, { name: nameOf(place), retryable: true, ...fault });
  return nextList(slice, place);
}

/** Takes a list's next rows. A preview takes only the first rows. */
async function readNext(ctx: Importing, slice: Slice, place: Place): Promise<Stop | null> {
  const { position } = place;
  if (position !== slice.progress.position) moveTo(slice, position);
  const { pages } = listBounds;
  if (position.pages >= pages)
    return leaveOut(slice, place, {
      code: 'provider_bad_answer',
      what: `the list has more than ${pages} pages`,
    });
  const read = await (slice.work.preview ? readFirstRows : readNextRows)(ctx, slice, place);
  const expired = 'the rows read so far expired after a day: import again';
  if (read === 'gone') return leaveOut(slice, place, { code: 'provider_unavailable', what: expired });
  if (read.outcome !== 'ok')
    return failed(ctx, slice, { name: nameOf(place) }, read) ?? nextList(slice, place);
  return takeBatch(ctx, slice, place, read.value);
}

/** Imports suppressions and opt-outs in batches. A preview spools no dump and writes no entry. */
export const importLists: Stage = async (ctx, slice) => {
  const called = await sourcesOf(slice);
  if (called.outcome !== 'ok') return failed(ctx, slice, { name: 'the lists' }, called) ?? endStage(slice);
  const sources = called.value;
  const spooling = slice.work.preview ? undefined : await spoolNext(ctx, slice, sources ?? []);
  if (spooling !== undefined) return spooling;
  const place = placeOf(slice, sources);
  return place === null ? endLists(ctx, slice, sources) : readNext(ctx, slice, place);
};

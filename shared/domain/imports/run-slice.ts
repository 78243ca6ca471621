import type { AppError } from '../../core/errors.ts';
import type { ImportError, ImportProgress, SuppressionReport } from '../../core/records/imports.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Lists } from '../context.ts';
import type { Providers } from '../ports/imports.ts';
import { type Called, type Connection, callProvider } from './call-provider.ts';
import { authFailed } from './check-key.ts';
import type { ListRow, ProviderList } from './providers/provider.ts';
import { afterRows, findRows, pageStart, repeatsPage, rowHash, startOfList } from './suppressions/pages.ts';
import { takeRows } from './suppressions/take-rows.ts';
import { addReports, countRow, emptyReport } from './totals.ts';

/** Pages that one list may have (M19), and entries that one import may write (M6). */
const maxPages = 5000;
export const maxWritten = 500_000;

type Work = {
  account: Id<'acc'>;
  /** null: a preview. */
  import_id: Id<'mig'> | null;
  connection: Connection;
  /** When the import began, epoch ms. */
  started: number;
  salt: string;
  progress: ImportProgress;
  /** Entries that it may write in all. */
  limit: number;
  /** What the key check says to wait, in seconds (M8): then nothing is done. */
  wait_s: number | null;
};

/** Why a request ends before its time: the provider asks to wait, it is down, or it does not take the key any more. */
type Stop = { wait_s: number } | { refused: AppError };

export type Worked = {
  progress: ImportProgress;
  /** Of this request alone. */
  report: SuppressionReport;
  errors: ImportError[];
  done: boolean;
  stop: Stop | null;
  /** For the log: rows that were read, entries that were written. */
  rows: number;
  written: number;
};

type State = Worked & { work: Work; recorded: number; met: Set<string>; brought: Set<string> };

const listsOf = ({ connection }: Work) => connection.provider.lists;

function nextList(state: State): void {
  state.progress = {
    ...state.progress,
    position: startOfList(state.progress.position.list + 1),
    failing: null,
  };
  state.recorded = 0;
  state.met = new Set();
}

function addError(
  state: State,
  list: string,
  fault: Pick<ImportError, 'code' | 'retryable'> & { what: string },
) {
  const { code, retryable, what } = fault;
  const message = `${list}: ${what}`;
  state.errors.push({ resource: 'suppressions', code, message, retryable });
  state.progress = { ...state.progress, errors: state.progress.errors + 1 };
}

type Failure = Exclude<Called<unknown>, { outcome: 'ok' | 'wait' }>;

const codes = {
  forbidden: 'provider_forbidden',
  not_found: 'provider_not_found',
  refused: 'provider_refused',
  unavailable: 'provider_unavailable',
  bad_answer: 'provider_bad_answer',
} as const;

/** Seconds until a provider that is down is asked again, by how many requests have ended so (M11). */
const downFor = (times: number) => Math.min(60, 5 * 2 ** times);

/** A list that gives no rows: an error of that list, a wait, or the end of the request (T2, M11). */
function fail(
  state: State,
  list: ProviderList,
  failure: Failure,
  now: { ms: number; give_up_s: number },
): Stop | null {
  const { outcome, status } = failure;
  const { connection, import_id } = state.work;
  if (outcome === 'unauthorized') return { refused: authFailed(connection) };
  const passing = outcome === 'unavailable' || outcome === 'bad_answer';
  const { failing } = state.progress;
  const since = failing?.since ?? now.ms;
  const times = failing?.times ?? 0;
  if (passing && import_id !== null && now.ms - since < now.give_up_s * 1000) {
    state.progress = { ...state.progress, failing: { since, times: times + 1 } };
    return { wait_s: downFor(times) };
  }
  const { title } = connection.provider;
  const what = {
    unavailable: `${title} did not answer`,
    bad_answer: `${title} gave an answer that was not expected`,
  };
  addError(state, list.name, {
    code: codes[outcome],
    retryable: passing,
    what: outcome in what ? what[outcome as keyof typeof what] : `${title} answered ${status}`,
  });
  nextList(state);
  return null;
}

type Page = { rows: unknown[]; hashes: string[] };

/** Counts the rows of a page that are next, and moves on behind them. */
async function takePage(
  ctx: Base & Lists,
  state: State,
  list: ProviderList,
  { rows, hashes }: Page,
): Promise<void> {
  const { work, progress } = state;
  const { position } = progress;
  const limit = work.connection.provider.page;
  const found = findRows(position, hashes, limit);
  if ('seek' in found) {
    const sought = { ...position, seek: found.seek, first: null, pages: position.pages + 1 };
    state.progress = { ...progress, position: sought, failing: null };
    return;
  }
  const next: ListRow[] = rows.slice(found.take).map((raw) => list.row(raw, work.started));
  const taken = await takeRows(
    ctx,
    {
      list: { account: work.account, tenant: null },
      provider: work.connection.name,
      ...{ started: work.started, until: work.connection.until },
    },
    {
      ...{ import_id: work.import_id, recorded: state.recorded, met: state.met, brought: state.brought },
      counted: position.rows - state.recorded,
      room: work.limit - progress.suppressions.totals.imported,
    },
    next,
  );
  const report = emptyReport();
  for (const outcome of taken.outcomes) countRow(report, outcome);
  const moved = { hashes, take: found.take, done: taken.done, counted: taken.outcomes.length };
  state.progress = {
    ...progress,
    position: afterRows(position, moved),
    suppressions: addReports(progress.suppressions, report),
    failing: null,
  };
  state.report = addReports(state.report, report);
  state.rows += taken.done;
  state.written += taken.written;
  const whole = found.take + taken.done === rows.length;
  if (taken.full) endFull(state, list);
  else if (work.import_id === null) endPreviewed(state, !whole || rows.length >= limit);
  else if (whole && rows.length !== limit) nextList(state);
}

const estimated = (report: SuppressionReport): SuppressionReport => ({ ...report, estimated: true });

function markEstimated(state: State): void {
  state.report = estimated(state.report);
  state.progress = { ...state.progress, suppressions: estimated(state.progress.suppressions) };
}

/** The import has written all that one may: the next one goes on behind it (M6). */
function endFull(state: State, list: ProviderList): void {
  addError(state, list.name, {
    code: 'run_limit',
    retryable: true,
    what: 'one import brings at most 500,000 entries; import again for the rest',
  });
  markEstimated(state);
  state.progress = { ...state.progress, position: startOfList(listsOf(state.work).length) };
}

/** A preview reads the first page of each list (M28). */
function endPreviewed(state: State, hasMore: boolean): void {
  if (hasMore) markEstimated(state);
  nextList(state);
}

/** Reads the next page; why the request ends, or null when it goes on. */
async function readPage(ctx: Base & Lists & Providers, state: State): Promise<Stop | null> {
  const { work, progress } = state;
  const { position } = progress;
  const list = listsOf(work)[position.list] as ProviderList;
  const now = () => ({ ms: ctx.runtime.now(), give_up_s: ctx.settings.imports.give_up_s });
  if (position.pages >= maxPages) {
    const over = {
      code: 'provider_bad_answer',
      retryable: true,
      what: `more than ${maxPages} pages`,
    } as const;
    addError(state, list.name, over);
    nextList(state);
    return null;
  }
  const called = await callProvider(ctx, work.connection, {
    path: list.path({ offset: pageStart(position), started: work.started }),
    read: (body): Page | null => {
      const rows = list.rowsOf(body);
      if (rows === null) return null;
      const hashes = rows.map((raw) => rowHash(work.salt, list.identity(raw)));
      return repeatsPage(position, hashes) ? null : { rows, hashes };
    },
  });
  if (called.outcome === 'wait') return { wait_s: called.seconds };
  if (called.outcome !== 'ok') return fail(state, list, called, now());
  await takePage(ctx, state, list, called.value);
  return null;
}

/** Whether every list is done. */
const isDone = (work: Pick<Work, 'connection'>, { position }: ImportProgress): boolean =>
  position.list >= work.connection.provider.lists.length;

/**
 * Works through the lists of a provider, page by page, until they are done, the time of the request is over, or the provider is
 * to be waited for (M16).
 */
export async function runSlice(ctx: Base & Lists & Providers, work: Work): Promise<Worked> {
  const state: State = {
    ...{ work, progress: work.progress, report: emptyReport(), errors: [], rows: 0, written: 0 },
    ...{ done: false, met: new Set(), brought: new Set() },
    stop: work.wait_s === null ? null : { wait_s: work.wait_s },
    recorded: work.progress.position.rows,
  };
  const goesOn = () => state.stop === null && !isDone(work, state.progress);
  while (goesOn() && ctx.runtime.now() < work.connection.until) state.stop = await readPage(ctx, state);
  const { progress, report, errors, stop, rows, written } = state;
  return { progress, report, errors, done: isDone(work, progress), stop, rows, written };
}

import { minuteOf } from '../../core/days.ts';
import { isOpen, type Run, type StepRecord } from '../../core/records/runs.ts';
import { revise } from '../../core/revise.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import { definitionOf } from '../automations/get-automation.ts';
import type { Automations, Base, Identity, Runs } from '../context.ts';
import { runShards } from '../limits/plans.ts';
import type { Cancellation, CancelMessage, RunChange } from '../ports/runs.ts';
import { postedAt } from './begin-run.ts';
import { move } from './engine.ts';
import { afterMove, changeOf } from './move-run.ts';
import { type DefinedRun, rowsLeft } from './rows.ts';
import { noScope } from './scope.ts';
import { dropTimers } from './timers.ts';

type Ctx = Base & Automations & Runs;

type Cancelled = { open: DefinedRun; change: RunChange; ended: StepRecord[] };

/** A run after a cancel. Null if it has ended or its definition is gone. */
async function cancelled(ctx: Base & Automations, run: Run): Promise<Cancelled | null> {
  const definition = await definitionOf(ctx, run);
  if (definition === null) return null;
  const input = { kind: 'cancel', reason: 'cancelled' } as const;
  const moved = move(run, input, { definition, scope: noScope, now: ctx.runtime.now() });
  if (moved === null) return null;
  return {
    open: { run: afterMove(run, moved), definition },
    change: changeOf(run, moved),
    ended: moved.ended,
  };
}

/**
 * Cancels an open run, but not its rows and timers. `over` means that another move ended it first, and `gone`
 * that it doesn't exist.
 */
export function cancelOpenRun(
  ctx: Ctx,
  { id, automation_id }: { id: Id<'run'>; automation_id: string },
): Promise<Cancelled | { over: string } | 'gone'> {
  return revise(ctx.runtime, async () => {
    const run = await ctx.runs.get(id);
    if (run?.automation_id !== automation_id) return 'gone';
    if (!isOpen(run)) return { over: run.status };
    const done = await cancelled(ctx, run);
    if (done === null) return 'gone';
    return (await ctx.runs.save(done.change)) ? done : undefined;
  });
}

/** Cancels runs listed as open and returns those it ended. Runs that moved meanwhile are read again. */
async function cancelOpenRuns(ctx: Ctx, runs: Run[]): Promise<Cancelled[]> {
  const found = await Promise.all(runs.map((run) => cancelled(ctx, run)));
  const moves = found.filter((one) => one !== null);
  const stored = await ctx.runs.saveAll(moves.map(({ change }) => change));
  const done = await Promise.all(moves.map((one, i) => (stored[i] ? one : cancelOpenRun(ctx, one.open.run))));
  return done.filter((one) => one !== 'gone' && 'open' in one);
}

/** Runs per message, within a time that leaves room for the last page. */
const max_runs = 1_000;
const time_ms = 8_000;
const page = 100;

/** Minutes until the sweep handles a cancellation whose message was lost. Longer than both passes. */
const again_min = 15;

/** Seconds until the second pass. Earlier requests may still start runs, which the index shows a second later. */
const last_pass_s = 60;

type Owner = { account: Id<'acc'>; automation: Id<'aut'>; removed: boolean };

/** Stores a cancellation in its own row, so that each ends only its own. Returns its first message. */
async function putCancellation(ctx: Base & Runs, cancellation: Omit<Cancellation, 'due'>) {
  for (let due = minuteOf(ctx.runtime.now()) + again_min; ; due++) {
    const stored = { ...cancellation, due };
    if (await ctx.runs.putCancellation(stored)) return { ...stored, after: null, pass: 'first' as const };
  }
}

/** Plans to cancel open runs whose events were posted before `until`. Returns the first message. */
export const planCancellation = (
  ctx: Base & Runs,
  owner: Owner,
  until = timestamp(ctx.runtime.now()),
): Promise<CancelMessage> => putCancellation(ctx, { ...owner, until });

/** Queues a cancellation. If queueing fails, the sweep handles it. */
export async function queueCancellation(ctx: Base & Runs, message: CancelMessage): Promise<void> {
  await ctx.run_queue.enqueue([message]).catch((error: Error) => {
    ctx.log.warn('left_to_sweep', { automation_id: message.automation, cause: error.name });
  });
}

/** Cancels runs and deletes their rows and timers. Events and the sweep find the rows left by a crash. */
async function cancelAll(ctx: Ctx, runs: Run[]): Promise<void> {
  const done = await cancelOpenRuns(ctx, runs);
  await Promise.all([
    ctx.runs.dropRows(done.flatMap(({ open, ended }) => rowsLeft(open, ended))),
    ...done.map(({ open, ended }) => dropTimers(ctx, open.run, ended)),
  ]);
}

/** Cancels runs from a place in the list on. Returns where the next message continues, null at the end. */
async function cancelSome(ctx: Ctx, message: CancelMessage, shards: number): Promise<string | null> {
  const { automation, until, removed } = message;
  const until_ms = ctx.runtime.now() + time_ms;
  let before = message.after;
  for (let looked = 0; looked < max_runs && ctx.runtime.now() < until_ms; looked += page) {
    const found = await ctx.runs.list(automation, { email: null, shards, limit: page, before });
    const runs = found.entries.filter((run) => isOpen(run) && (removed || postedAt(run) <= until));
    await cancelAll(ctx, runs);
    if (removed) await ctx.runs.dropEntries(found.entries);
    before = found.next;
    if (before === null) return null;
  }
  return before;
}

/**
 * Cancels the open runs of an automation that was deleted, or paused with cancel_runs, a thousand per
 * message. A second pass finds what the index didn't show yet. Safe to repeat.
 */
export async function cancelRuns(ctx: Ctx & Identity, message: CancelMessage): Promise<void> {
  const { account, automation, removed, due, pass } = message;
  const [owner, found] = await Promise.all([
    ctx.accounts.get(account),
    removed ? ctx.automations.get(account, automation) : null,
  ]);
  // The DELETE died before it removed the automation.
  if (owner === null || found !== null) return ctx.runs.endCancellation(automation, due);
  const next = await cancelSome(ctx, message, runShards(owner.email_shards));
  if (next !== null) return ctx.run_queue.enqueue([{ ...message, after: next }]);
  const last = { ...message, after: null, pass: 'last' } as const;
  if (pass === 'first') return ctx.run_queue.enqueue([last], last_pass_s);
  await ctx.runs.endCancellation(automation, due);
  ctx.log.info('runs_cancelled', { account, automation_id: automation });
}

/** Restarts a cancellation with a lost message. Its row moves first, so a later sweep finds it again. */
export async function sweepCancellation(ctx: Base & Runs, id: Id<'aut'>, minute: number): Promise<void> {
  const found = await ctx.runs.getCancellation(id, minute);
  if (found === null) return;
  const message = await putCancellation(ctx, found);
  await ctx.runs.endCancellation(id, minute);
  await ctx.run_queue.enqueue([message]);
}

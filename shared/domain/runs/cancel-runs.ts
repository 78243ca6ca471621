import { minuteOf } from '../../core/days.ts';
import type { Run } from '../../core/records/runs.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Automations, Base, Identity, Runs } from '../context.ts';
import { runShards } from '../limits/plans.ts';
import type { CancelMessage } from '../ports/runs.ts';
import { cancelOpenRuns } from './cancel-open-run.ts';
import { isOpen } from './engine.ts';
import { rowsLeft } from './rows.ts';
import { dropTimers } from './timers.ts';

/** Runs that one message looks at, within a time that leaves room for its last page (U17). */
const max_runs = 1_000;
const time_ms = 8_000;
const page = 100;

/** Minutes until the sweep takes up a cancellation whose message was lost: longer than both passes take. */
const again_min = 15;

/** Requests that began before may still start runs, which the index shows a second later. */
const last_pass_s = 60;

type Owner = { account: Id<'acc'>; automation: Id<'aut'>; removed: boolean };

/** Stores that the open runs of an automation are to be cancelled: the first message. */
export async function planCancellation(ctx: Base & Runs, owner: Owner): Promise<CancelMessage> {
  const due = minuteOf(ctx.runtime.now()) + again_min;
  const cancellation = { ...owner, until: timestamp(ctx.runtime.now()), due };
  await ctx.runs.putCancellation(cancellation);
  return { ...cancellation, after: null, pass: 'first' };
}

/** Queues it; the sweep does it where that fails. */
export async function queueCancellation(ctx: Base & Runs, message: CancelMessage): Promise<void> {
  await ctx.run_queue.enqueue([message]).catch((error: Error) => {
    ctx.log.warn('left_to_sweep', { automation_id: message.automation, cause: error.name });
  });
}

/** Cancels these runs, and removes their rows and timers; of what dies on the way events and the sweep find the rows. */
async function cancelAll(ctx: Base & Automations & Runs, runs: Run[]): Promise<void> {
  const cancelled = await cancelOpenRuns(ctx, runs);
  await Promise.all([
    ctx.runs.dropRows(cancelled.flatMap(({ open, ended }) => rowsLeft(open, ended))),
    ...cancelled.map(({ open, ended }) => dropTimers(ctx, open, ended)),
  ]);
}

/** Cancels runs from a place of the list on; where the next message goes on, null at the end. */
async function cancelSome(
  ctx: Base & Automations & Runs,
  { automation, until, removed, after }: CancelMessage,
  shards: number,
): Promise<string | null> {
  const until_ms = ctx.runtime.now() + time_ms;
  let before = after;
  for (let looked = 0; looked < max_runs && ctx.runtime.now() < until_ms; looked += page) {
    const found = await ctx.runs.list(automation, { email: null, shards, limit: page, before });
    await cancelAll(
      ctx,
      found.entries.filter((run) => isOpen(run) && (removed || run.started_at <= until)),
    );
    if (removed) await ctx.runs.dropEntries(found.entries);
    before = found.next;
    if (before === null) return null;
  }
  return before;
}

/**
 * Cancels the open runs of an automation that was deleted, or paused with cancel_runs, a thousand a message (U14, U15). A
 * second pass finds what the index did not show yet. Safe to repeat.
 */
export async function cancelRuns(
  ctx: Base & Automations & Identity & Runs,
  message: CancelMessage,
): Promise<void> {
  const { account, automation, removed, due, pass } = message;
  const [owner, found] = await Promise.all([
    ctx.accounts.get(account),
    removed ? ctx.automations.get(account, automation) : null,
  ]);
  // Its DELETE died before it removed it.
  if (owner === null || found !== null) return ctx.runs.endCancellation(automation, due);
  const next = await cancelSome(ctx, message, runShards(owner.email_shards));
  if (next !== null) return ctx.run_queue.enqueue([{ ...message, after: next }]);
  if (pass === 'first')
    return ctx.run_queue.enqueue([{ ...message, after: null, pass: 'last' }], last_pass_s);
  await ctx.runs.endCancellation(automation, due);
  ctx.log.info('runs_cancelled', { account, automation_id: automation });
}

/** A cancellation whose message was lost; its row moves on first, so that a later sweep finds it again. */
export async function sweepCancellation(ctx: Base & Runs, id: Id<'aut'>, minute: number): Promise<void> {
  const found = await ctx.runs.getCancellation(id, minute);
  if (found === null) return;
  const moved = { ...found, due: minuteOf(ctx.runtime.now()) + again_min };
  await ctx.runs.putCancellation(moved);
  await ctx.runs.endCancellation(id, minute);
  await ctx.run_queue.enqueue([{ ...moved, after: null, pass: 'first' }]);
}

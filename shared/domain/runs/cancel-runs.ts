import { minuteOf } from '../../core/days.ts';
import type { Run } from '../../core/records/runs.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Automations, Base, Identity, Runs } from '../context.ts';
import { runShards } from '../limits/plans.ts';
import type { AdvanceMessage, CancelMessage } from '../ports/runs.ts';
import { cancelOpenRun } from './cancel-open-run.ts';
import { isOpen } from './engine.ts';

/** Runs that one message looks at, and that are cancelled at a time. */
const looks = 1_000;
const page = 100;
const together = 50;

/** Minutes until the sweep takes up a cancellation whose message was lost: longer than both passes take. */
const again_min = 15;

/** Requests that began before may still start runs, which the index shows a second later. */
const last_pass_s = 60;

type Owner = { account: string; automation: Id<'aut'>; removed: boolean };

/** Stores that the open runs of an automation are to be cancelled: the first message. */
export async function planCancellation(ctx: Base & Runs, owner: Owner): Promise<CancelMessage> {
  const due = minuteOf(ctx.runtime.now()) + again_min;
  const account = owner.account as Id<'acc'>;
  const cancellation = { ...owner, account, until: timestamp(ctx.runtime.now()), due };
  await ctx.runs.putCancellation(cancellation);
  return { ...cancellation, after: null, pass: 'first' };
}

/** Queues it; the sweep does it where that fails. */
export async function queueCancellation(ctx: Base & Runs, message: CancelMessage): Promise<void> {
  await ctx.run_queue.enqueue([message]).catch((error: Error) => {
    ctx.log.warn('left_to_sweep', { automation_id: message.automation, cause: error.name });
  });
}

async function cancelAll(ctx: Base & Automations & Runs, runs: Run[]): Promise<void> {
  for (let i = 0; i < runs.length; i += together) {
    const some = runs.slice(i, i + together);
    const done = await Promise.all(
      some.map(({ id, automation_id }) => cancelOpenRun(ctx, { id, automation: automation_id })),
    );
    const messages = done.flatMap((one): AdvanceMessage[] =>
      typeof one === 'object' && 'message' in one ? [one.message] : [],
    );
    if (messages.length > 0) await ctx.run_queue.enqueue(messages);
  }
}

/** Cancels runs from a place of the list on; where the next message goes on, null at the end. */
async function cancelSome(
  ctx: Base & Automations & Runs,
  { automation, until, removed, after }: CancelMessage,
  shards: number,
): Promise<string | null> {
  let before = after;
  for (let looked = 0; looked < looks; looked += page) {
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

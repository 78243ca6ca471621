import { minuteOf } from '../../core/days.ts';
import { inParallel } from '../../core/in-parallel.ts';
import type { CustomEvent, PostedEvent } from '../../core/records/automations.ts';
import type { EventPlan, Run } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { definitionOf } from '../automations/get-automation.ts';
import type { Automations, Base, CustomEvents, Identity, Runs } from '../context.ts';
import { runShards } from '../limits/plans.ts';
import type { AdvanceMessage, EventMessage, StoredEvent } from '../ports/runs.ts';
import { beginRun, type Start } from './begin-run.ts';
import { type Change, moveByEvent } from './move-by-event.ts';
import { planPage } from './plan-event.ts';

/** How many runs one request, and then each queue message, cancels and resumes. */
const max_moves = 1_000;

const concurrency = 50;

/** Minutes until the sweep checks an event again. */
const again_min = 10;

type Carrying = Base & Automations & CustomEvents & Runs;

const isDone = ({ cancels, resumes }: EventPlan, from: number): boolean =>
  Math.max(cancels.length, resumes.length) <= from;

export const hasChanges = (plan: EventPlan): boolean => !isDone(plan, 0);

/** The minute of the row by which the sweep finds an event whose request died. Null if it does nothing. */
export const dueOf = (ctx: Base, plan: EventPlan): number | null =>
  hasChanges(plan) || plan.starts.length > 0 || plan.after !== undefined
    ? minuteOf(ctx.runtime.now()) + 1
    : null;

/** A stored plan's starts. Automations without a definition start nothing. */
async function startsOf(ctx: Automations, { account, plan }: StoredEvent): Promise<Start[]> {
  const found = await Promise.all(
    plan.starts.map(async (starting): Promise<Start | null> => {
      const definition = await definitionOf(ctx, { account, ...starting });
      return definition && { starting, definition };
    }),
  );
  return found.filter((start) => start !== null);
}

async function moveAll(
  ctx: Carrying,
  event: CustomEvent,
  changes: Change[],
  known: ReadonlyMap<Id<'run'>, Run>,
): Promise<AdvanceMessage[]> {
  const moved = await inParallel(changes, concurrency, (change) =>
    moveByEvent(ctx, event, change, known.get(change.run)),
  );
  return moved.filter((message) => message !== null);
}

/**
 * `runs` are the runs that were read for the plan. `from` is where to continue in the plan, a thousand
 * changes at a time.
 */
type Doing = { starts: Start[]; shards: number; runs?: ReadonlyMap<Id<'run'>, Run>; from?: number };

/** Queues the follow-up and drops the row. If the queue is down, the sweep finds the event by that row. */
async function queueFollowing(
  ctx: Carrying,
  { account, posted, plan: { page, after }, due }: StoredEvent,
  { messages, next }: { messages: AdvanceMessage[]; next: number | null },
): Promise<void> {
  const { id } = posted.event;
  try {
    const isPaged = page !== undefined || after !== undefined;
    const from = { account, from: next ?? 0 };
    const rest = isPaged ? { paged_event: id, page, ...from } : { event: id, ...from };
    await ctx.run_queue.enqueue(next === null ? messages : [...messages, rest]);
    if (next === null && due !== null) await ctx.custom_events.end(id, due);
  } catch (error) {
    ctx.log.warn('left_to_sweep', { event_id: id, cause: (error as Error).name });
  }
}

/**
 * Carries out a stored event's plan in the order cancel, resume, start. Returns the counts. Safe to repeat
 * and to run concurrently: each part happens once and is marked with the event.
 */
export async function carryOut(
  ctx: Carrying,
  stored: StoredEvent,
  { starts, shards, runs = new Map(), from = 0 }: Doing,
): Promise<PostedEvent> {
  const { account, posted, plan, due } = stored;
  if (due === null) return posted;
  const { event } = posted;
  const part = <T>(list: T[]): T[] => list.slice(from, from + max_moves);
  const cancels = part(plan.cancels).map((run): Change => ({ run, step: null }));
  const cancelled = await moveAll(ctx, event, cancels, runs);
  const resumed = await moveAll(ctx, event, part(plan.resumes), runs);
  const begun = await Promise.all(starts.map((start) => beginRun(ctx, { account, event, shards }, start)));
  const counts = { resumed_runs: resumed.length, cancelled_runs: cancelled.length };
  const messages = [...cancelled, ...resumed, ...begun.filter((message) => message !== null)];
  const after = from + max_moves;
  const next = isDone(plan, after) && plan.after === undefined ? null : after;
  const isFirst = from === 0 && plan.page === undefined;
  const storeCounts = () => isFirst && hasChanges(plan) && ctx.custom_events.storeCounts(event.id, counts);
  // The next page replaces the plan from which a repeated request takes its counts.
  if (plan.after !== undefined) await storeCounts();
  await Promise.all([
    plan.after === undefined && storeCounts(),
    queueFollowing(ctx, stored, { messages, next }),
  ]);
  return isFirst ? { ...posted, ...counts } : posted;
}

/** Carries out an event again for a repeated request, in case the first request died. */
export async function carryOutAgain(
  ctx: Carrying,
  stored: StoredEvent,
  shards: number,
): Promise<PostedEvent> {
  const { posted, due, done } = stored;
  // Stored counts of a finished plan are final. A missing row means that the follow-up is queued, too.
  if (done && (due === null || !(await ctx.custom_events.isLeft(posted.event.id, due)))) return posted;
  const carried = await carryOut(ctx, stored, { starts: await startsOf(ctx, stored), shards });
  return done ? posted : carried;
}

/** Replaces the finished plan with its next page. Null if another worker was first. */
async function turnPage(ctx: Carrying, stored: StoredEvent, after: string): Promise<StoredEvent | null> {
  const plan = await planPage(ctx, stored, after);
  const event = { id: stored.posted.event.id, account: stored.account };
  return (await ctx.custom_events.turn(event, plan)) ? { ...stored, plan } : null;
}

/** Carries out an event's changes beyond its request. A message of the previous release starts there. */
export async function carryOutRest(ctx: Carrying, message: EventMessage): Promise<void> {
  const { id, page } =
    'event' in message ? { id: message.event } : { id: message.paged_event, page: message.page };
  const { from = max_moves } = message;
  const stored = await ctx.custom_events.get(id);
  if (stored === null) return;
  const { plan } = stored;
  // The worker that replaced the page may have died, so the page's first changes are repeated.
  const at = page === plan.page ? from : 0;
  const after = isDone(plan, at) ? plan.after : undefined;
  const current = after === undefined ? stored : await turnPage(ctx, stored, after);
  if (current) await carryOut(ctx, current, { starts: [], shards: 1, from: after === undefined ? at : 0 });
}

/** Resumes an event whose request died. Its row moves first, so a later sweep finds it again. */
export async function sweepEvent(ctx: Carrying & Identity, id: Id<'ae'>, at: number): Promise<void> {
  const stored = await ctx.custom_events.get(id);
  const account = stored && (await ctx.accounts.get(stored.account));
  if (!stored || !account) return ctx.custom_events.end(id, at);
  const due = minuteOf(ctx.runtime.now()) + again_min;
  await ctx.custom_events.moveRow({ id, account: stored.account }, at, due);
  const moved = { ...stored, due };
  const shards = runShards(account.email_shards);
  await carryOut(ctx, moved, { starts: await startsOf(ctx, moved), shards });
}

import { minuteOf } from '../../core/days.ts';
import type { Run, StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { waitName } from '../../core/wait-names.ts';
import type { Base, Runs } from '../context.ts';
import type { RunMessage } from '../ports/runs.ts';

/** The message for a run's current step. `from` is the first ended step that isn't published yet. */
export function messageOf({ id, account, step_index: step, tries }: Run, from?: number): RunMessage {
  return { id, account, step, tries, ...(from !== undefined && { from }) };
}

/** The longest delay by message, which is exact and free; SQS allows 15 minutes. */
const queue_s = 14 * 60;

const secondsUntil = ({ runtime }: Base, at: string | null): number =>
  at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - runtime.now()) / 1000));

/**
 * Ends a wait on time: with a delayed message up to 14 minutes away, or with its own schedule beyond that. A
 * refused schedule isn't retried, because the sweep finds the wait by its row.
 */
async function armTimer(ctx: Base & Runs, run: Run): Promise<void> {
  const rest_s = secondsUntil(ctx, run.next_step_at);
  if (rest_s <= queue_s) return ctx.run_queue.enqueue([messageOf(run)], rest_s);
  const at = Math.ceil(Date.parse(run.next_step_at ?? '') / 1000) * 1000;
  await ctx.run_schedules.put(waitName(run.id, run.step_index), messageOf(run), at).catch((error: Error) => {
    ctx.log.warn('left_to_sweep', { run_id: run.id, cause: error.name });
  });
}

/** Queues a run's current step for when it is due. */
export async function queueStep(ctx: Base & Runs, run: Run): Promise<void> {
  if (run.status === 'waiting') return armTimer(ctx, run);
  if (run.status === 'running')
    await ctx.run_queue.enqueue([messageOf(run)], secondsUntil(ctx, run.next_step_at));
}

/** Deletes schedules of ended waits, only to clean up, because a late timer finds its step done. */
export async function dropTimers(ctx: Base & Runs, run: Run, ended: StepRecord[]): Promise<void> {
  const scheduled = ended.filter(
    ({ until, started_at }) =>
      until !== undefined && Date.parse(until) - Date.parse(started_at) > queue_s * 1000,
  );
  await Promise.all(
    scheduled.map(({ index }) =>
      ctx.run_schedules.remove(waitName(run.id, index)).catch((error: Error) => {
        ctx.log.warn('schedule_not_removed', { run_id: run.id, cause: error.name });
      }),
    ),
  );
}

/** Minutes until the sweep checks a queued wait again. */
const again_min = 10;

/**
 * Handles a wait due in this minute. If the run is still at that wait, its timer was lost or refused, so the
 * run is queued. Any other row is deleted. A later wait has its own row.
 */
export async function sweepRun(
  ctx: Base & Runs,
  { run: id, step }: { run: Id<'run'>; step: number },
  minute: number,
): Promise<void> {
  const run = await ctx.runs.get(id);
  const waits = run?.status === 'waiting' && run.step_index === step;
  const due = waits ? Date.parse(run.next_step_at ?? '') : Number.NaN;
  if (run === null || !(due <= ctx.runtime.now())) return ctx.runs.dropRow({ run: id, step }, minute);
  const wait = { run: id, step, account: run.account };
  await ctx.runs.moveRow(wait, minute, minuteOf(ctx.runtime.now()) + again_min);
  await ctx.run_queue.enqueue([messageOf(run)]);
}

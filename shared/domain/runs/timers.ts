import { minuteOf } from '../../core/days.ts';
import type { Run, StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { waitName } from '../../core/wait-names.ts';
import type { Base, Runs } from '../context.ts';
import type { RunMessage } from '../ports/runs.ts';
import { type DefinedRun, endOfWait } from './rows.ts';

/** The message about the step that a run is at; `from`: the step from which on ended ones are to be published. */
export function messageOf({ id, account, step_index: step, tries }: Run, from?: number): RunMessage {
  return { id, account, step, tries, ...(from !== undefined && { from }) };
}

/** The longest delay by a message, which is exact and free; SQS delays 15 minutes at most. */
const queue_s = 14 * 60;

const secondsUntil = ({ runtime }: Base, at: string | null): number =>
  at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - runtime.now()) / 1000));

/**
 * Makes a wait end in time: by a delayed message up to 14 minutes ahead, by a schedule of its own beyond. A
 * schedule that is refused is not asked for again: the sweep finds the wait by its row.
 */
async function armTimer(ctx: Base & Runs, run: Run): Promise<void> {
  const rest_s = secondsUntil(ctx, run.next_step_at);
  if (rest_s <= queue_s) return ctx.run_queue.enqueue([messageOf(run)], rest_s);
  const at = Math.ceil(Date.parse(run.next_step_at ?? '') / 1000) * 1000;
  await ctx.run_schedules.put(waitName(run.id, run.step_index), messageOf(run), at).catch((error: Error) => {
    ctx.log.warn('left_to_sweep', { run_id: run.id, cause: error.name });
  });
}

/** Queues the step that a run is at, for the time at which it is to be taken. */
export async function queueStep(ctx: Base & Runs, run: Run): Promise<void> {
  if (run.status === 'waiting') return armTimer(ctx, run);
  if (run.status === 'running')
    await ctx.run_queue.enqueue([messageOf(run)], secondsUntil(ctx, run.next_step_at));
}

/** Removes the schedules of waits that ended, for tidiness only: a timer that fires later finds its step done. */
export async function dropTimers(
  ctx: Base & Runs,
  { run, definition }: DefinedRun,
  ended: StepRecord[],
): Promise<void> {
  const scheduled = ended.filter((record) => {
    const end = endOfWait(record, definition.steps[record.index]);
    return end !== null && end - Date.parse(record.started_at) > queue_s * 1000;
  });
  await Promise.all(
    scheduled.map(({ index }) =>
      ctx.run_schedules.remove(waitName(run.id, index)).catch((error: Error) => {
        ctx.log.warn('schedule_not_removed', { run_id: run.id, cause: error.name });
      }),
    ),
  );
}

/** Minutes until the sweep looks at a wait again that it queued. */
const again_min = 10;

/**
 * A wait whose time was to be over in this minute: where the run is still at it its timer was lost or refused, and it
 * is queued. The row of any other one goes: a later wait of the run has a row of its own.
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

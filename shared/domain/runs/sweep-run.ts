import { minuteOf } from '../../core/days.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Runs } from '../context.ts';
import { messageOf } from './messages.ts';

/** Minutes until the sweep looks at a wait again that it queued. */
const again_min = 10;

/**
 * A wait whose time was to be over in this minute: where the run is still at it its timer was lost or refused, and it is
 * queued (U19). The row of any other one goes: a later wait of the run has a row of its own.
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

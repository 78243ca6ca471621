import type { Definition } from '../../core/records/automations.ts';
import type { Run, StepRecord } from '../../core/records/runs.ts';
import { revise } from '../../core/revise.ts';
import { definitionOf } from '../automations/get-automation.ts';
import type { Automations, Base, Runs } from '../context.ts';
import { isOpen, type Move, move } from './engine.ts';
import type { DefinedRun } from './follow.ts';
import { afterMove, changeOf } from './move-run.ts';
import { noScope } from './scope.ts';

/** A run after a cancel; null: it has ended, or its definition is gone. */
async function cancelledBy(
  ctx: Base & Automations,
  run: Run,
): Promise<{ moved: Move; definition: Definition } | null> {
  const definition = await definitionOf(ctx, run);
  if (definition === null) return null;
  const input = { kind: 'cancel', reason: 'cancelled' } as const;
  const moved = move(run, input, { definition, scope: noScope, now: ctx.runtime.now() });
  return moved && { moved, definition };
}

/** A run that was cancelled, and the step that it was at. */
type Cancelled = { open: DefinedRun; ended: StepRecord[] };

/**
 * Cancels an open run, whose rows and timers are left to the caller: `over` with its status when another move ended it
 * first, `gone` when the automation has no such run.
 */
export function cancelOpenRun(
  ctx: Base & Automations & Runs,
  { id, automation }: { id: string; automation: string },
): Promise<Cancelled | { over: string } | 'gone'> {
  return revise(ctx.runtime, async () => {
    const run = await ctx.runs.get(id);
    if (run?.automation_id !== automation) return 'gone';
    if (!isOpen(run)) return { over: run.status };
    const cancelled = await cancelledBy(ctx, run);
    if (cancelled === null) return 'gone';
    const { moved, definition } = cancelled;
    if (!(await ctx.runs.save(changeOf(run, moved)))) return undefined;
    return { open: { run: afterMove(run, moved), definition }, ended: moved.ended };
  });
}

/** Cancels runs that were listed as open: those that this one ended. One that moved since it was read is read again. */
export async function cancelOpenRuns(ctx: Base & Automations & Runs, runs: Run[]): Promise<Cancelled[]> {
  const found = await Promise.all(
    runs.map(async (run) => {
      const cancelled = await cancelledBy(ctx, run);
      return cancelled && { run, ...cancelled };
    }),
  );
  const moves = found.filter((one) => one !== null);
  const stored = await ctx.runs.saveAll(moves.map(({ run, moved }) => changeOf(run, moved)));
  const done = await Promise.all(
    moves.map(async ({ run, moved, definition }, i) =>
      stored[i]
        ? { open: { run: afterMove(run, moved), definition }, ended: moved.ended }
        : cancelOpenRun(ctx, { id: run.id, automation: run.automation_id }),
    ),
  );
  return done.filter((one) => one !== 'gone' && 'open' in one);
}

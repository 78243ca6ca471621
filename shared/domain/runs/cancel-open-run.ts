import { AppError } from '../../core/errors.ts';
import type { Automations, Base, Runs } from '../context.ts';
import type { RunMessage } from '../ports/runs.ts';
import { isOpen, move } from './engine.ts';
import { messageOf } from './messages.ts';
import { afterMove } from './move-run.ts';

/** Moves of others that a cancel gives way to. */
const most_rounds = 20;

const nothing = { event: null, waits: new Map() };

/**
 * Cancels an open run: the message of what follows, `over` with its status when another move ended it first, `gone` when
 * the automation has no such run.
 */
export async function cancelOpenRun(
  ctx: Base & Automations & Runs,
  { id, automation }: { id: string; automation: string },
): Promise<{ message: RunMessage } | { over: string } | 'gone'> {
  for (let round = 0; round < most_rounds; round++) {
    const run = await ctx.runs.get(id);
    if (run?.automation_id !== automation) return 'gone';
    if (!isOpen(run)) return { over: run.status };
    const { automation_id, account, revision, place } = run;
    const definition = await ctx.automations.readDefinition({ id: automation_id, account, revision, place });
    if (definition === null) return 'gone';
    const input = { kind: 'cancel', reason: 'cancelled' } as const;
    const moved = move(run, input, { definition, scope: nothing, now: ctx.runtime.now() });
    if (moved === null) continue;
    const next = { ...moved.run, cancelled_by: null };
    if (await ctx.runs.save({ seen: run, next, ended: moved.ended }))
      return { message: messageOf(afterMove(run, moved), run.step_index) };
  }
  throw new AppError('unavailable', 'The run changes too often, try again', {
    headers: { 'retry-after': '1' },
  });
}

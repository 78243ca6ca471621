import type { Scope } from '../automations/references.ts';
import { isOvertaken } from '../sending/submission.ts';
import type { Input } from './engine.ts';
import type { DefinedRun } from './follow.ts';
import { applyInput, type Moving, openRun } from './move-run.ts';

/**
 * Stores what a call came to. Where its run was cancelled meanwhile the step has its real result, and the run stays
 * cancelled (U35). Throws `Overtaken` when another move came first.
 */
export async function applyResult(
  ctx: Moving,
  at: DefinedRun & { scope: Scope },
  input: Input,
): Promise<void> {
  try {
    await applyInput(ctx, at, input);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    const open = await openRun(ctx, at.run.id);
    if (open?.run.status !== 'cancelled') throw error;
    await applyInput(ctx, { ...open, scope: at.scope }, input);
  }
}

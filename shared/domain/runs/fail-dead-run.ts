import type { RunMessage } from '../ports/runs.ts';
import { isOvertaken } from '../sending/submission.ts';
import { followEnded } from './follow.ts';
import { applyInput, isAt, type Moving, type OpenRun, openRun } from './move-run.ts';
import { readScope } from './scope.ts';
import { queueStep } from './timers.ts';

const error = { message: 'The step failed too many times', code: 'internal_error' };

/** Publishes what the message left unpublished about ended steps, as far as possible. */
async function publishRest(ctx: Moving, open: OpenRun, { step, from = step }: RunMessage): Promise<void> {
  const records = open.records.filter(({ index }) => index >= from);
  await followEnded(ctx, open, { records, from }).catch((cause: Error) => {
    ctx.log.error('step_failed', { run_id: open.run.id, error: cause.name });
  });
}

/**
 * Handles a message that failed ten times, so no run stays running forever. A run still at its step fails, a
 * run that moved on is requeued, and ended steps are published.
 */
export async function failDeadRun(ctx: Moving, message: RunMessage): Promise<void> {
  const open = await openRun(ctx, message.id);
  if (open === null) return;
  const { run } = open;
  const { step } = message;
  // A delay or wait that isn't over yet. Its row resumes the run.
  const isToCome = run.status === 'waiting' && Date.parse(run.next_step_at ?? '') > ctx.runtime.now();
  if (isToCome || !isAt(run, message)) {
    if (!isToCome) await queueStep(ctx, run);
    return publishRest(ctx, open, message);
  }
  const scope = await readScope(ctx, run, open.records);
  await applyInput(ctx, { ...open, scope }, { kind: 'dead', step, error }).catch((thrown) => {
    if (!isOvertaken(thrown)) throw thrown;
  });
}

import type { Run } from '../../core/records/runs.ts';
import type { RunMessage } from '../ports/runs.ts';
import { isOvertaken } from '../sending/submission.ts';
import { followEnded } from './follow.ts';
import { applyInput, isAt, type Moving, type OpenRun, openRun } from './move-run.ts';
import { readScope } from './scope.ts';
import { queueStep } from './timers.ts';

const error = { message: 'The step failed too often', code: 'internal_error' };

/** A delay or wait that is not over yet: its row brings it again. */
const isToCome = ({ runtime }: Moving, { status, next_step_at }: Run): boolean =>
  status === 'waiting' && Date.parse(next_step_at ?? '') > runtime.now();

/** Publishes what the message did not of steps that ended, as far as that is possible. */
async function publishRest(ctx: Moving, open: OpenRun, { step, from = step }: RunMessage): Promise<void> {
  const records = open.records.filter(({ index }) => index >= from);
  await followEnded(ctx, open, { records, from }).catch((cause: Error) => {
    ctx.log.error('step_failed', { run_id: open.run.id, error: cause.name });
  });
}

/** A message that failed ten times: its run fails, or is queued again where it went on; what ended is published (U39, U64). */
export async function failDeadRun(ctx: Moving, message: RunMessage): Promise<void> {
  const open = await openRun(ctx, message.id);
  if (open === null) return;
  const { step } = message;
  if (isToCome(ctx, open.run)) return publishRest(ctx, open, message);
  if (!isAt(open.run, message)) {
    await queueStep(ctx, open.run);
    return publishRest(ctx, open, message);
  }
  const scope = await readScope(ctx, open.run, open.records);
  await applyInput(ctx, { ...open, scope }, { kind: 'dead', step, error }).catch((thrown) => {
    if (!isOvertaken(thrown)) throw thrown;
  });
}

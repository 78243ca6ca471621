import * as z from 'zod';
import { AppError, notFound } from '../../core/errors.ts';
import { isId } from '../../core/runtime.ts';
import type { Automations, Base, Caller, CustomEvents, Runs } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { cancelOpenRun } from './cancel-runs.ts';
import { getRun, type RunPath } from './get-run.ts';
import type { RunRecord } from './run-record.ts';
import { messageOf } from './timers.ts';

/** POST /automations/{id}/runs/{run_id}. */
export const RunAction = z.object({ action: z.enum(['cancel']) }).meta({ id: 'AutomationRunAction' });

/**
 * Action cancel of a run, so the run sends no more email. Throws 404, and 409 with the status of an ended
 * run.
 */
export async function cancelRun(
  ctx: Base & Automations & CustomEvents & Runs,
  caller: Caller,
  { automation, id }: RunPath,
): Promise<RunRecord> {
  requireScope(caller, ['automations:write']);
  const done = isId('run', id) ? await cancelOpenRun(ctx, { id, automation_id: automation }) : 'gone';
  if (done === 'gone') throw notFound('Run');
  if ('over' in done)
    throw new AppError('conflict', `The run has already ended (${done.over})`, {
      details: { status: done.over },
    });
  // The run's rows and timer are only hints. If some are left over, they have no effect.
  await ctx.run_queue.enqueue([messageOf(done.open.run, done.ended[0]?.index)]).catch((error: Error) => {
    ctx.log.warn('left_to_sweep', { run_id: id, cause: error.name });
  });
  ctx.log.info('run_cancelled', { account: caller.account.id, automation_id: automation, run_id: id });
  return getRun(ctx, caller, { automation, id });
}

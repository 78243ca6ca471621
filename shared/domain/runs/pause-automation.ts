import { AppError } from '../../core/errors.ts';
import type { Automation } from '../../core/records/automations.ts';
import {
  getAutomation,
  type OpenAutomation,
  removeWhenUnchanged,
  reviseAutomation,
} from '../automations/get-automation.ts';
import type { Automations, Base, Caller, Runs } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { planCancellation, queueCancellation } from './cancel-runs.ts';

const scope = ['automations:write'] as const;

/**
 * Plans to cancel the runs that began before now. If the automation is active again, only those from before
 * that.
 */
function planPaused(ctx: Base & Runs, paused: Automation) {
  const { account, id: automation, activated_at, cancelled_until = '' } = paused;
  const until = activated_at !== null && activated_at > cancelled_until ? activated_at : undefined;
  return planCancellation(ctx, { account, automation, removed: false }, until);
}

/**
 * Action pause: events start no more runs. Open runs continue, unless `cancel_runs` is set. In that case, no
 * effect starts after 5 s, and a worker cancels the runs. Throws 409 for a draft. Changes nothing if already
 * paused.
 */
export async function pauseAutomation(
  ctx: Base & Automations & Runs,
  caller: Caller,
  id: string,
  { cancel_runs }: { cancel_runs: boolean },
): Promise<OpenAutomation> {
  requireScope(caller, scope);
  const paused = await reviseAutomation<Automation>(
    ctx,
    caller,
    id,
    async ({ automation }, updated_at) => {
      const { status } = automation;
      if (status === 'draft')
        throw new AppError('conflict', 'A draft cannot be paused', { details: { status } });
      const next = cancel_runs ? { ...automation, cancelled_until: updated_at } : automation;
      if (status === 'paused') return cancel_runs ? next : null;
      return { ...next, status: 'paused', updated_at };
    },
    async (seen, next) => (await ctx.automations.pause({ seen, next })) === 'saved',
  );
  if (cancel_runs) await queueCancellation(ctx, await planPaused(ctx, paused.automation));
  return paused;
}

/**
 * DELETE /automations/{id}: events no longer match it, no effect starts from 5 s on, every path below it is
 * 404, and a worker cancels its open runs. The worker's task is stored before the deletion, which may be this
 * request's last write.
 */
export async function removeAutomation(
  ctx: Base & Automations & Runs,
  caller: Caller,
  id: string,
): Promise<void> {
  requireScope(caller, scope);
  const { account, id: automation } = await getAutomation(ctx, caller, id);
  const message = await planCancellation(ctx, { account, automation, removed: true });
  await removeWhenUnchanged(ctx, caller, id);
  await queueCancellation(ctx, message);
  ctx.log.info('automation_deleted', { account, automation_id: id });
}

import { AppError } from '../../core/errors.ts';
import type { Automation } from '../../core/records/automations.ts';
import type { Automations, Base, Caller } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { type OpenAutomation, removeWhenUnchanged, reviseAutomation } from './get-automation.ts';

const scope = ['automations:write'] as const;

/** Action pause (U14): no event starts a run any more. A draft is 409, one that is paused stays as it is (U49). */
export async function pauseAutomation(
  ctx: Base & Automations,
  caller: Caller,
  id: string,
): Promise<OpenAutomation> {
  requireScope(caller, scope);
  return reviseAutomation<Automation>(
    ctx,
    caller,
    id,
    async ({ automation }, updated_at) => {
      const { status } = automation;
      if (status === 'draft')
        throw new AppError('conflict', 'A draft cannot be paused', { details: { status } });
      return status === 'paused' ? null : { ...automation, status: 'paused', updated_at };
    },
    async (seen, next) => (await ctx.automations.pause({ seen, next })) === 'saved',
  );
}

/** DELETE /automations/{id} (U15): events match it no more, and every path below it is 404. */
export async function removeAutomation(ctx: Base & Automations, caller: Caller, id: string): Promise<void> {
  requireScope(caller, scope);
  const { account } = await removeWhenUnchanged(ctx, caller, id);
  ctx.log.info('automation_deleted', { account, automation_id: id });
}

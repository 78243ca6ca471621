import { AppError } from '../../core/errors.ts';
import type { Automation, Definition, Step } from '../../core/records/automations.ts';
import type { Automations, Base, Caller, Resolving } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { ChangeAutomation } from './automation-request.ts';
import { checkDefinition, isSame, newRevision } from './definition-rules.ts';
import { type OpenAutomation, reviseAutomation } from './get-automation.ts';

const editedWhileActive = () =>
  new AppError(
    'conflict',
    'trigger, steps, and allow_reentry cannot be changed while the automation is active',
    {
      details: { reason: 'active', status: 'active' },
      hint: 'pause it first: POST /automations/{id} with {"action": "pause"}',
    },
  );

/** Each given part replaces the previous one as a whole. */
const changed = (before: Definition, { trigger, steps, allow_reentry }: ChangeAutomation): Definition => ({
  trigger: trigger ?? before.trigger,
  steps: (steps as Step[] | undefined) ?? before.steps,
  allow_reentry: allow_reentry ?? before.allow_reentry,
});

/**
 * PATCH /automations/{id}. The name can always change. The definition can change only while inactive. Sending
 * it unchanged is allowed. Runs keep the revision they started with. Throws 400, 403, 404, and 409.
 */
export async function updateAutomation(
  ctx: Base & Automations & Resolving,
  caller: Caller,
  id: string,
  change: ChangeAutomation,
): Promise<OpenAutomation> {
  requireScope(caller, ['automations:write']);
  return reviseAutomation<Automation>(
    ctx,
    caller,
    id,
    async ({ automation, definition }, updated_at) => {
      const next = changed(definition, change);
      const name = change.name ?? automation.name;
      const same = isSame(next, definition);
      if (change.trigger ?? change.steps) await checkDefinition(ctx, caller, next);
      if (!same && automation.status === 'active') throw editedWhileActive();
      if (same && name === automation.name) return null;
      return { ...automation, name, updated_at, ...(same ? {} : await newRevision(ctx, automation, next)) };
    },
    async (seen, next) => (await ctx.automations.save({ seen, next })) === 'saved',
  );
}

import type { Automation, Definition, Step } from '../../core/records/automations.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import type { Automations, Base, Caller, Resolving, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { limitsOf, planLimit } from '../limits/plans.ts';
import type { CreateAutomation } from './automation-request.ts';
import { checkDefinition, checkTenantSteps, newRevision } from './definition-rules.ts';
import { type OpenAutomation, openAutomation } from './get-automation.ts';

const scope = ['automations:write'] as const;

/** POST /automations: creates a draft. Throws 400 and 403 (U45, plan_limit). */
export async function createAutomation(
  ctx: Base & Automations & Resolving,
  caller: Caller,
  { name, trigger, steps, allow_reentry }: CreateAutomation,
): Promise<OpenAutomation> {
  requireScope(caller, scope);
  const definition = { trigger, steps: steps as Step[], allow_reentry: allow_reentry ?? true };
  await checkDefinition(ctx, caller, definition);
  return addAutomation(ctx, caller, name, definition);
}

/** A new draft, within the plan's limit. Its id and created_at share one millisecond. */
async function addAutomation(
  ctx: Base & Automations,
  caller: Caller,
  name: string,
  definition: Definition,
): Promise<OpenAutomation> {
  const owner = { id: ctx.runtime.id('aut'), account: caller.account.id };
  const now = timestamp(idTime(owner.id));
  const automation: Automation = {
    ...owner,
    name,
    status: 'draft',
    version: 0,
    ...(await newRevision(ctx, owner, definition)),
    activated: null,
    created_at: now,
    updated_at: now,
    activated_at: null,
  };
  const limit = limitsOf(caller.account).automations;
  const made = await ctx.automations.create(automation, limit);
  if (made !== 'created')
    throw planLimit(ctx, 'automations', { limit, used: made.used, automation_limit: limit });
  ctx.log.info('automation_created', { account: owner.account, automation_id: owner.id });
  return openAutomation(ctx, caller, owner.id);
}

const suffix = ' copy';

/**
 * Action duplicate: creates a draft with the same definition but no runs or marks, named `<name> copy` by
 * default.
 */
export async function duplicateAutomation(
  ctx: Base & Automations & Resolving & Tenants,
  caller: Caller,
  id: string,
  name: string | undefined,
): Promise<OpenAutomation> {
  requireScope(caller, scope);
  const { automation, definition } = await openAutomation(ctx, caller, id);
  await checkTenantSteps(ctx, caller, definition.steps);
  await checkDefinition(ctx, caller, definition);
  const copied = [...automation.name].slice(0, 100 - suffix.length).join('') + suffix;
  return addAutomation(ctx, caller, name ?? copied, definition);
}

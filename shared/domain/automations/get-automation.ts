import { notFound } from '../../core/errors.ts';
import type { Automation, Definition } from '../../core/records/automations.ts';
import type { EventPlan } from '../../core/records/runs.ts';
import { laterThan, revise } from '../../core/revise.ts';
import { type Id, isId } from '../../core/runtime.ts';
import type { Automations, Base, Caller } from '../context.ts';

export type OpenAutomation = { automation: Automation; definition: Definition };

/** The automation in a path; 404 if missing or in another account. */
export async function getAutomation(ctx: Automations, caller: Caller, id: string): Promise<Automation> {
  const automation = isId('aut', id) ? await ctx.automations.get(caller.account.id, id) : null;
  if (automation === null) throw notFound('Automation');
  return automation;
}

/** Like `getAutomation`, with its definition. If it changes in between, reads again. */
export function openAutomation(ctx: Base & Automations, caller: Caller, id: string): Promise<OpenAutomation> {
  return revise(ctx.runtime, async () => {
    const automation = await getAutomation(ctx, caller, id);
    const definition = await ctx.automations.readDefinition(automation);
    return definition === null ? undefined : { automation, definition };
  });
}

/** The definition that a run started with. Null if deleted. */
export const definitionOf = (
  ctx: Automations,
  { automation_id: id, account, revision, place }: { account: Id<'acc'> } & EventPlan['starts'][number],
): Promise<Definition | null> => ctx.automations.readDefinition({ id, account, revision, place });

/**
 * Applies a change, retrying when another write came first, so concurrent changes apply in turn. `change`
 * returns null to do nothing. `write` returns whether it stored the change. `at` is later than the time of
 * every earlier change, even if clocks differ. Throws 404.
 */
export function reviseAutomation<Result>(
  ctx: Base & Automations,
  caller: Caller,
  id: string,
  change: (seen: OpenAutomation, at: string) => Promise<Result | null>,
  write: (seen: Automation, result: Result) => Promise<boolean>,
): Promise<OpenAutomation> {
  return revise(ctx.runtime, async () => {
    const seen = await openAutomation(ctx, caller, id);
    const { updated_at, cancelled_until = '' } = seen.automation;
    const latest = updated_at > cancelled_until ? updated_at : cancelled_until;
    const result = await change(seen, laterThan(ctx.runtime, latest));
    if (result === null) return seen;
    return (await write(seen.automation, result)) ? openAutomation(ctx, caller, id) : undefined;
  });
}

/** DELETE /automations/{id}: events no longer match it. Throws 404. */
export function removeWhenUnchanged(
  ctx: Base & Automations,
  caller: Caller,
  id: string,
): Promise<Automation> {
  return revise(ctx.runtime, async () => {
    const automation = await getAutomation(ctx, caller, id);
    return (await ctx.automations.remove(automation)) ? automation : undefined;
  });
}

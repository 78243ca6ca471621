import { waitAfterConflict } from '../../core/backoff.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { Automation, Definition } from '../../core/records/automations.ts';
import { isId, timestamp } from '../../core/runtime.ts';
import type { Automations, Base, Caller } from '../context.ts';

/** An automation with what it does. */
export type OpenAutomation = { automation: Automation; definition: Definition };

/** Reads of an automation that is being changed, before the answer is 503. */
const tries = 12;

const changingTooFast = () =>
  new AppError('unavailable', 'Too many changes of this automation at one time, try again', {
    headers: { 'retry-after': '1' },
  });

/** The automation of a path; 404 for what is not there, or another account's. */
export async function getAutomation(ctx: Automations, caller: Caller, id: string): Promise<Automation> {
  const automation = isId('aut', id) ? await ctx.automations.get(caller.account.id, id) : null;
  if (automation === null) throw notFound('Automation');
  return automation;
}

/** The same with its definition; one that changes meanwhile is read again. */
export async function openAutomation(
  ctx: Base & Automations,
  caller: Caller,
  id: string,
): Promise<OpenAutomation> {
  for (let round = 0; round < tries; round++) {
    if (round > 0) await waitAfterConflict(ctx.runtime, round - 1);
    const automation = await getAutomation(ctx, caller, id);
    const definition = await ctx.automations.readDefinition(automation);
    if (definition !== null) return { automation, definition };
  }
  throw changingTooFast();
}

/** What a change makes of an automation; null: there is nothing to do. */
type Change<Result> = (seen: OpenAutomation, at: string) => Promise<Result | null>;

/**
 * Applies a change to the automation as it is, and again when another write came first: two at one moment are taken one
 * after the other (U72). `write` says whether it was stored. 404.
 */
export async function reviseAutomation<Result>(
  ctx: Base & Automations,
  caller: Caller,
  id: string,
  change: Change<Result>,
  write: (seen: Automation, result: Result) => Promise<boolean>,
): Promise<OpenAutomation> {
  for (let round = 0; round < tries; round++) {
    if (round > 0) await waitAfterConflict(ctx.runtime, round - 1);
    const seen = await openAutomation(ctx, caller, id);
    // Never the previous value: other writers see the change by it.
    const now = Math.max(ctx.runtime.now(), Date.parse(seen.automation.updated_at) + 1);
    const result = await change(seen, timestamp(now));
    if (result === null) return seen;
    if (await write(seen.automation, result)) return openAutomation(ctx, caller, id);
  }
  throw changingTooFast();
}

/** DELETE /automations/{id} (U15): no event matches it any more. Throws 404. */
export async function removeWhenUnchanged(
  ctx: Base & Automations,
  caller: Caller,
  id: string,
): Promise<Automation> {
  for (let round = 0; round < tries; round++) {
    if (round > 0) await waitAfterConflict(ctx.runtime, round - 1);
    const automation = await getAutomation(ctx, caller, id);
    if (await ctx.automations.remove(automation)) return automation;
  }
  throw changingTooFast();
}

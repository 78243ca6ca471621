import type { Template } from '../../core/records/templates.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { backOff, changingTooFast, type OpenTemplate, openTemplate, tries } from './get-template.ts';
import { aliasTaken } from './template-rules.ts';

/** What a change makes of a template; null: nothing to do. */
type Change = (seen: OpenTemplate, at: string) => Promise<Partial<Template> | null>;

/**
 * Applies a change to the current template, and again when another write came first: two at the same time are applied
 * one after the other. 404, 409 alias_taken.
 */
export async function reviseTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  change: Change,
): Promise<OpenTemplate> {
  for (let round = 0; round < tries; round++) {
    await backOff(ctx, round);
    const seen = await openTemplate(ctx, caller, name);
    // Never the previous value: other writers detect the change by it.
    const now = Math.max(ctx.runtime.now(), Date.parse(seen.template.updated_at) + 1);
    const changed = await change(seen, timestamp(now));
    if (changed === null) return seen;
    const next: Template = { ...seen.template, ...changed, updated_at: timestamp(now) };
    const result = await ctx.templates.save(seen.template, next);
    if (result === 'alias_taken') throw aliasTaken(next.alias);
    if (result === 'saved') return openTemplate(ctx, caller, next.id);
  }
  throw changingTooFast();
}

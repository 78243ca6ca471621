import type { Template } from '../../core/records/templates.ts';
import { laterThan, revise } from '../../core/revise.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { type OpenTemplate, openTemplate } from './get-template.ts';
import { aliasTaken } from './template-rules.ts';

type Change = (seen: OpenTemplate, at: string) => Promise<Partial<Template> | null>;

/** Applies a change to the current template, and again when another write came first. 404, 409 alias_taken. */
export function reviseTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  change: Change,
): Promise<OpenTemplate> {
  return revise(ctx.runtime, async () => {
    const seen = await openTemplate(ctx, caller, name);
    const updated_at = laterThan(ctx.runtime, seen.template.updated_at);
    const changed = await change(seen, updated_at);
    if (changed === null) return seen;
    const next: Template = { ...seen.template, ...changed, updated_at };
    const result = await ctx.templates.save(seen.template, next);
    if (result === 'alias_taken') throw aliasTaken(next.alias);
    return result === 'saved' ? openTemplate(ctx, caller, next.id) : undefined;
  });
}

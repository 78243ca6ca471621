import { notFound } from '../../core/errors.ts';
import type { Template, TemplateBody, TemplateVersion } from '../../core/records/templates.ts';
import { laterThan, revise } from '../../core/revise.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { aliasTaken, workingVersion } from './template-rules.ts';

export type OpenTemplate = { template: Template; version: TemplateVersion; body: TemplateBody };

/** H27: any name starting with tpl_ is an id. */
export const aliasPattern = /^(?!tpl_)[a-z0-9][a-z0-9._-]{0,127}$/;

export const isTemplateName = (name: string): boolean => isId('tpl', name) || aliasPattern.test(name);

/** The caller's template by alias or id, read fresh; 404 if missing or in another account. */
export async function getTemplate(ctx: Templates, caller: Caller, name: string): Promise<Template> {
  const template = isTemplateName(name) ? await ctx.templates.get(caller.account.id, name) : null;
  if (template === null) throw notFound('Template');
  return template;
}

/** The template with the named version (404 if missing, Q35), or else its draft or published version. */
export function openTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  named?: 'draft' | 'published',
): Promise<OpenTemplate> {
  return revise(ctx.runtime, async () => {
    const template = await getTemplate(ctx, caller, name);
    const version = named === undefined ? workingVersion(template) : template[named];
    if (version === null) throw notFound(`Template version "${named}"`);
    const body = await ctx.templates.readBody(template, version);
    // An edit between the two reads replaced the body, so read the new record.
    return body === null ? undefined : { template, version, body };
  });
}

type Change = (seen: OpenTemplate, at: string) => Promise<Partial<Template> | null>;

/** Changes the current template, retrying if another write came first. Throws 404 and 409 alias_taken. */
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

import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { addTemplate } from './create-template.ts';
import { type OpenTemplate, openTemplate } from './get-template.ts';

const suffix = '-copy';
const max_alias = 128;

/**
 * Action duplicate: creates a draft with the same content under `<alias>-copy` or the given alias. Throws 409
 * if it is taken.
 */
export async function duplicateTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  input: { alias?: string | undefined; name?: string | undefined },
): Promise<OpenTemplate> {
  requireScope(caller, ['templates:write']);
  const { template, version, body } = await openTemplate(ctx, caller, name);
  const { category, unsubscribe_enabled } = version;
  return addTemplate(ctx, caller, {
    alias: input.alias ?? template.alias.slice(0, max_alias - suffix.length) + suffix,
    name: input.name ?? template.name,
    content: { ...body, category, unsubscribe_enabled },
    samples: template.samples,
    publish: false,
  });
}

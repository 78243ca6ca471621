import { revise } from '../../core/revise.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { getTemplate } from './get-template.ts';
import { checkUnused } from './template-rules.ts';

/** DELETE /templates/{template}. Accepted emails are already rendered and are sent unchanged. */
export async function removeTemplate(ctx: Base & Templates, caller: Caller, name: string): Promise<void> {
  requireScope(caller, ['templates:write']);
  const { account, id } = await revise(ctx.runtime, async () => {
    const template = await getTemplate(ctx, caller, name);
    await checkUnused(ctx, template);
    return (await ctx.templates.remove(template)) ? template : undefined;
  });
  ctx.log.info('template_deleted', { account, template_id: id });
}

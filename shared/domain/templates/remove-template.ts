import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { backOff, changingTooFast, getTemplate, tries } from './get-template.ts';
import { checkUnused } from './template-rules.ts';

/** DELETE /templates/{template}: what was accepted with it was rendered then and goes out unchanged (Q5). */
export async function removeTemplate(ctx: Base & Templates, caller: Caller, name: string): Promise<void> {
  requireScope(caller, ['templates:write']);
  for (let round = 0; round < tries; round++) {
    await backOff(ctx, round);
    const template = await getTemplate(ctx, caller, name);
    await checkUnused(ctx, template);
    if (await ctx.templates.remove(template)) {
      ctx.log.info('template_deleted', { account: template.account, template_id: template.id });
      return;
    }
  }
  throw changingTooFast();
}

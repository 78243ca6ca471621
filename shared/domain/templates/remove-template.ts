import type { Caller, Context } from '../context.ts';
import { backOff, changingTooFast, getTemplate, tries } from './get-template.ts';

/** DELETE /templates/{template}: what was accepted with it was rendered then and goes out unchanged (Q5). */
export async function removeTemplate(ctx: Context, caller: Caller, name: string): Promise<void> {
  for (let round = 0; round < tries; round++) {
    await backOff(ctx, round);
    const template = await getTemplate(ctx, caller, name);
    if (await ctx.templates.remove(template)) {
      ctx.log.info('template deleted', { account: template.account, template_id: template.id });
      return;
    }
  }
  throw changingTooFast();
}

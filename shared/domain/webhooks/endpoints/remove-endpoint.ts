import { notFound } from '../../../core/errors.ts';
import type { Caller, Context } from '../../context.ts';

/** DELETE /webhooks/{id}: its waiting attempts are dropped, its log is out of reach (E54). */
export async function removeEndpoint(ctx: Context, caller: Caller, id: string): Promise<void> {
  if (!(await ctx.webhooks.remove(caller.account.id, id))) throw notFound('Webhook');
  ctx.log.info('webhook deleted', { account: caller.account.id, webhook_id: id });
}

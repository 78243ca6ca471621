import { notFound } from '../../../core/errors.ts';
import { isId } from '../../../core/runtime.ts';
import type { Base, Caller, Webhooks } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';

/** DELETE /webhooks/{id}: drops its waiting attempts and makes its log unreachable. 404. */
export async function removeEndpoint(ctx: Base & Webhooks, caller: Caller, id: string): Promise<void> {
  requireScope(caller, ['webhooks:write']);
  const removed = isId('wh', id) && (await ctx.webhooks.remove(caller.account.id, id));
  if (!removed) throw notFound('Webhook');
  ctx.log.info('webhook_deleted', { account: caller.account.id, webhook_id: id });
}

import { notFound } from '../../../core/errors.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { isId } from '../../../core/runtime.ts';
import type { Caller, Webhooks } from '../../context.ts';

/** The caller's endpoint, read fresh; 404 if missing or in another account. */
export async function getEndpoint(ctx: Webhooks, caller: Caller, id: string): Promise<WebhookEndpoint> {
  const endpoint = isId('wh', id) ? await ctx.webhooks.get(caller.account.id, id) : null;
  if (endpoint === null) throw notFound('Webhook');
  return endpoint;
}

import { invalid, notFound } from '../../core/errors.ts';
import type { InboundRoute } from '../../core/records/inbound-rules.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Caller, Webhooks } from '../context.ts';
import { getEndpoint } from '../webhooks/endpoints/get-endpoint.ts';

/** The endpoint that a request names. 404 also for a tenant-limited key, which sees no endpoints. */
export async function namedEndpoint(
  ctx: Webhooks,
  caller: Caller,
  id: unknown,
): Promise<WebhookEndpoint | null> {
  if (typeof id !== 'string') return null;
  if (caller.tenant !== null) throw notFound('Webhook');
  return getEndpoint(ctx, caller, id);
}

const fault = (message: string) => invalid([{ path: 'webhook_id', rule: 'conflict', message }]);

/** Whether an endpoint subscribes to received mail. A tenants filter excludes all of it. */
export const takesReceived = ({ events, tenants }: Pick<WebhookEndpoint, 'events' | 'tenants'>): boolean =>
  tenants === null && (events === null || events.includes('email.received'));

export function checkTarget(action: InboundRoute['action'], webhook: WebhookEndpoint | null): void {
  if (webhook === null) return;
  if (action === 'refuse') throw fault('webhook_id is not allowed for a route that refuses email');
  if (!takesReceived(webhook))
    throw fault('webhook_id: subscribe the endpoint to email.received, without a tenants filter');
}

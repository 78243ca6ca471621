import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { Base, Resolving, WebhookRequests } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { type Answer, postSafely } from '../post-safely.ts';
import { sign, signingSecrets } from '../sign.ts';

function headersOf(message: DeliveryMessage, signature: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1',
    'accept-encoding': 'identity',
    'service-signature': signature,
    'service-event-id': message.event_id,
    'service-event-type': message.event_type,
    'service-delivery-id': message.delivery_id,
    'service-attempt': String(message.attempt),
  };
}

/** One signed POST of an event to its endpoint. */
export function postEvent(
  ctx: Base & Resolving & WebhookRequests,
  endpoint: WebhookEndpoint,
  message: DeliveryMessage,
  body: string,
): Promise<Answer> {
  const headersAt = (now: number) => headersOf(message, sign(body, signingSecrets(endpoint, now), now));
  return postSafely(ctx, { url: endpoint.url, headersAt, body });
}

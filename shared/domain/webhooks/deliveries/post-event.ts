import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { AttemptContext } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { type Answer, postSafely } from '../post-safely.ts';
import { sign, signingSecrets, standardHeaders } from '../sign.ts';

/** The endpoint's own headers and the service's, which take precedence. */
function headersOf(endpoint: WebhookEndpoint, message: DeliveryMessage, body: string, now: number) {
  const secrets = signingSecrets(endpoint, now);
  return {
    ...endpoint.headers,
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1',
    'accept-encoding': 'identity',
    'service-signature': sign(body, secrets, now),
    'service-event-id': message.event_id,
    'service-event-type': message.event_type,
    'service-delivery-id': message.delivery_id,
    'service-attempt': String(message.attempt),
    ...standardHeaders({ id: message.event_id, body }, secrets, now),
  };
}

export function postEvent(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  message: DeliveryMessage,
  body: string,
): Promise<Answer> {
  const headersAt = (now: number) => headersOf(endpoint, message, body, now);
  return postSafely(ctx, { url: endpoint.url, headersAt, body });
}

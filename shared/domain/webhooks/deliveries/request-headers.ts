import type { Delivery, DeliveryAttempt, WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { maskedHeaders } from '../endpoints/own-headers.ts';
import { sign, signingSecrets, standardHeaders } from '../sign.ts';

/** Attempts may use an endpoint read up to a second ago, which saves reads for busy endpoints (E24). */
export const endpoint_age_ms = 1_000;
/** A host lookup and a payload read can come between reading the endpoint and signing. */
const slow_ms = 15_000;

type Posted = Pick<Delivery, 'id' | 'event_id' | 'event_type'>;

/** The service's headers except the signatures. `now`: epoch ms. */
export const plainHeaders = ({ id, event_id, event_type }: Posted, attempt: number, now: number) => ({
  'content-type': 'application/json',
  'user-agent': 'Service-Webhooks/1',
  'accept-encoding': 'identity',
  'service-event-id': event_id,
  'service-event-type': event_type,
  'service-delivery-id': id,
  'service-attempt': String(attempt),
  'webhook-id': event_id,
  'webhook-timestamp': String(Math.floor(now / 1000)),
});

export function signatureHeaders(
  endpoint: Parameters<typeof signingSecrets>[0],
  { event_id: id, body }: { event_id: string; body: string },
  now: number,
) {
  const secrets = signingSecrets(endpoint, now);
  return {
    'service-signature': sign(body, secrets, now),
    ...standardHeaders({ id, body }, secrets, now),
  };
}

/**
 * An attempt's request headers, rebuilt from the log and the endpoint. Null without a request. Own headers and
 * signatures are left out if the endpoint changed since then, and signatures also without the body.
 */
export function headersSent(
  endpoint: WebhookEndpoint,
  delivery: Posted,
  { attempt, sent_at }: DeliveryAttempt,
  body: string | null,
): Record<string, string> | null {
  if (sent_at === undefined) return null;
  const plain = plainHeaders(delivery, attempt, sent_at);
  const { created_at, updated_at } = endpoint;
  const isNew = updated_at === created_at;
  if (!isNew && sent_at <= Date.parse(updated_at) + endpoint_age_ms + slow_ms) return plain;
  const { event_id } = delivery;
  return {
    ...maskedHeaders(endpoint.headers ?? {}),
    ...plain,
    ...(body !== null && signatureHeaders(endpoint, { event_id, body }, sent_at)),
  };
}

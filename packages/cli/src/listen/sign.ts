import { createHmac } from 'node:crypto';

export type Forwarded = { id: string; event_id: string; event_type: string; attempts: number; body: string };

/**
 * The headers of the service's own requests, signed at `now` (epoch ms): receivers refuse a signature that is older
 * than five minutes, so one that was made for the log cannot be used (H18, N1).
 */
export function headersOf(delivery: Forwarded, secret: string, now: number): Record<string, string> {
  const { id, event_id, event_type, attempts, body } = delivery;
  const t = Math.floor(now / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64url');
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const standard = createHmac('sha256', key).update(`${event_id}.${t}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1',
    'accept-encoding': 'identity',
    'service-signature': `t=${t},v1=${v1}`,
    'service-event-id': event_id,
    'service-event-type': event_type,
    'service-delivery-id': id,
    'service-attempt': String(Math.max(1, attempts)),
    'webhook-id': event_id,
    'webhook-timestamp': String(t),
    'webhook-signature': `v1,${standard}`,
  };
}

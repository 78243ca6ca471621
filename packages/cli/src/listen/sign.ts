import { sign, standardHeaders } from '../../../../shared/domain/webhooks/sign.ts';

export type Forwarded = { id: string; event_id: string; event_type: string; attempts: number; body: string };

/**
 * The headers of the service's own requests, signed at `now` (epoch ms). A logged signature can't be reused,
 * because receivers reject signatures older than five minutes.
 */
export function headersOf(delivery: Forwarded, secret: string, now: number): Record<string, string> {
  const { id, event_id, event_type, attempts, body } = delivery;
  return {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1',
    'accept-encoding': 'identity',
    'service-signature': sign(body, [secret], now),
    'service-event-id': event_id,
    'service-event-type': event_type,
    'service-delivery-id': id,
    'service-attempt': String(Math.max(1, attempts)),
    ...standardHeaders({ id: event_id, body }, [secret], now),
  };
}

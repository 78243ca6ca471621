import type { Delivery } from '../../../core/records/webhooks.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';

/** The log's row of a delivery before its first attempt: replays and tests show at once (E33). */
export function pendingRow(message: DeliveryMessage, url: string): Delivery {
  const { delivery_id: id, webhook_id, event_id, event_type, created_at, test } = message;
  return {
    id,
    webhook_id,
    event_id,
    event_type,
    status: 'pending',
    attempts: 0,
    last_status_code: null,
    last_error: null,
    next_attempt_at: created_at,
    created_at,
    delivered_at: null,
    url,
    attempt_log: [],
    ...(test && { test }),
  };
}

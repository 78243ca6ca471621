import { eventTypes } from '../../../core/records/events.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';

/** An endpoint as callers see it: every event by name, no secret, `tenants` only under a filter (S, H19). */
export function endpointRecord(endpoint: WebhookEndpoint) {
  const { id, url, events, enabled, disabled_reason, tenants, description, created_at, updated_at } =
    endpoint;
  return {
    id,
    url,
    events: events ?? [...eventTypes],
    enabled,
    disabled_reason,
    ...(tenants !== null && { tenants }),
    description,
    created_at,
    updated_at,
  };
}

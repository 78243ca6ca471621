import * as z from 'zod';
import { eventTypes } from '../../../core/records/events.ts';
import { disabledReasons, type WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { Timestamp } from '../../../core/schemas.ts';

/** The webhook endpoint of the specification with the fields of H18 and H19. */
export const WebhookRecord = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    enabled: z.boolean(),
    disabled_reason: z.enum(disabledReasons).nullable(),
    tenants: z.array(z.string()).optional().meta({ description: 'Only where the endpoint is filtered' }),
    description: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Webhook' });
export type WebhookRecord = z.output<typeof WebhookRecord>;

/** An endpoint as callers see it: every event by name, no secret, `tenants` only under a filter (S, H19). */
export function endpointRecord(endpoint: WebhookEndpoint): WebhookRecord {
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

import * as z from 'zod';
import { eventTypes } from '../../shared/core/records/events.ts';
import { Timestamp } from '../../shared/http/schemas.ts';

/** The webhook endpoint of the specification with H18's and H19's additions. */
export const WebhookRecord = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    enabled: z.boolean(),
    disabled_reason: z.enum(['failing', 'gone', 'tenant_deleted']).nullable(),
    tenants: z.array(z.string()).optional().meta({ description: 'Only where the endpoint is filtered' }),
    description: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Webhook' });

/** The answer of POST /emails/test (H16). */
export const TestAnswer = z.object({
  event: z.object({
    id: z.string(),
    type: z.enum(eventTypes),
    created_at: Timestamp,
    data: z.record(z.string(), z.unknown()),
  }),
  deliver: z.boolean(),
  deliveries: z.array(z.object({ id: z.string(), webhook_id: z.string(), url: z.string() })),
});

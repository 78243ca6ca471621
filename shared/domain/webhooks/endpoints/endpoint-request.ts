import * as z from 'zod';
import { eventTypes } from '../../../core/records/events.ts';

const events = z.array(z.enum(eventTypes)).transform((names) => [...new Set(names)]);
const tenants = z.array(z.string().min(1).max(255)).max(100);
const description = z.string().max(200);

/** POST /webhooks (H19); the url's own rules depend on the deployment (`target.ts`). */
export const CreateEndpoint = z.object({
  url: z.string().meta({ format: 'uri', description: 'https, 2,048 characters at most' }),
  events: events
    .refine((names) => names.length > 0, { error: 'names no event', params: { rule: 'length' } })
    .optional()
    .meta({ description: 'All events when absent' }),
  tenants: tenants.optional().meta({ description: 'external_ids or ids; no filter when absent or empty' }),
  description: description.optional(),
});
export type CreateEndpoint = z.output<typeof CreateEndpoint>;

/** PATCH /webhooks/{id}: null or an empty list clears events and tenants (S, H19). */
export const ChangeEndpoint = z.object({
  url: z.string().optional(),
  events: events.nullable().optional().meta({ description: 'null or [] means all events' }),
  enabled: z.boolean().optional(),
  tenants: tenants.nullable().optional().meta({ description: 'null or [] removes the filter' }),
  description: description.nullable().optional(),
});
export type ChangeEndpoint = z.output<typeof ChangeEndpoint>;

/** The fields whose null clears. */
export const endpointClears = ['events', 'tenants', 'description'] as const;

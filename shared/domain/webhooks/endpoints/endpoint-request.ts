import * as z from 'zod';
import { instantField } from '../../../core/instant.ts';
import { eventTypes } from '../../../core/records/events.ts';
import { fault } from '../../../core/schemas.ts';
import { OwnHeaders } from './own-headers.ts';

const events = z.array(z.enum(eventTypes)).transform((names) => [...new Set(names)]);
const tenants = z.array(z.string().min(1).max(255)).max(100);
const description = z.string().max(200);

/** POST /webhooks. The URL's own rules depend on the deployment (`target.ts`). */
export const CreateEndpoint = z.object({
  url: z.string().meta({ format: 'uri' }),
  events: events
    .refine((names) => names.length > 0, fault('length', 'must include at least one event'))
    .optional(),
  enabled: z.boolean().optional(),
  tenants: tenants.optional(),
  description: description.optional(),
  headers: OwnHeaders.optional(),
  auto_replay: z.boolean().optional(),
});
export type CreateEndpoint = z.output<typeof CreateEndpoint>;

/** PATCH /webhooks/{id}: null or an empty list clears events and tenants (S, H19), null or {} the headers. */
export const ChangeEndpoint = z.object({
  url: z.string().optional(),
  events: events.nullable().optional(),
  enabled: z.boolean().optional(),
  tenants: tenants.nullable().optional(),
  description: description.nullable().optional(),
  headers: OwnHeaders.nullable().optional(),
  auto_replay: z.boolean().optional(),
});
export type ChangeEndpoint = z.output<typeof ChangeEndpoint>;

/** POST /webhooks/{id}: an action on the endpoint, with the fields of that action. */
export const EndpointAction = z
  .object({
    action: z.enum(['replay_failed', 'rotate_secret']),
    since: instantField.optional(),
    until: instantField.optional(),
    overlap_seconds: z.int().min(0).max(86_400).default(86_400),
  })
  .refine(({ action, since }) => action !== 'replay_failed' || since !== undefined, {
    ...fault('required', 'since is required'),
    path: ['since'],
  });

export const endpointClears = ['events', 'tenants', 'description', 'headers'] as const;

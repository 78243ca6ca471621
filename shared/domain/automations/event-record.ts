import * as z from 'zod';
import { Timestamp } from '../../core/schemas.ts';

export const EventRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    user_id: z.string().nullable(),
    email: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
    source: z.string(),
    created_at: Timestamp,
    hops: z.int().optional(),
  })
  .meta({ id: 'CustomEvent' });

/** The response of POST /events: what the event started and resumed. */
export const EventAnswer = z.object({
  event: EventRecord,
  matched_automations: z.int(),
  resumed_runs: z.int(),
  cancelled_runs: z.int(),
});
export type EventAnswer = z.output<typeof EventAnswer>;

import * as z from 'zod';
import { optOutCategories } from '../../shared/core/records/lists.ts';
import { Timestamp } from '../../shared/http/schemas.ts';

/** A suppression (H26). */
export const SuppressionRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    reason: z.enum(['bounce', 'complaint', 'unsubscribe', 'manual']),
    tenant: z.string().nullable(),
    source: z.enum(['event', 'api', 'dashboard', 'import', 'one_click']),
    email_id: z.string().nullable(),
    note: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Suppression' });

/** A category opt-out (H26). */
export const OptOutRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    category: z.enum(optOutCategories),
    tenant: z.string().nullable(),
    email_id: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'OptOut' });

/** What a batch did; every distinct address counts once (Q32). */
export const BatchAnswer = z.object({
  added: z.int(),
  removed: z.int(),
  skipped: z.int(),
  failed: z.array(z.object({ email: z.string(), message: z.string() })),
});

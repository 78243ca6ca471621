import * as z from 'zod';
import {
  type OptOut,
  optOutCategories,
  type Suppression,
  suppressionReasons,
  suppressionSources,
} from '../../core/records/lists.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';

/**
 * A suppression as callers see it. `tenant` is the external_id for a tenant's list, and null if the tenant is
 * gone.
 */
export const SuppressionRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    reason: z.enum(suppressionReasons),
    tenant: z.string().nullable(),
    source: z.enum(suppressionSources),
    email_id: z.string().nullable(),
    note: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Suppression' });
export type SuppressionRecord = z.output<typeof SuppressionRecord>;

export const suppressionRecord = (entry: Suppression, tenant: string | null): SuppressionRecord =>
  pickFields(SuppressionRecord, { ...entry, tenant });

/** A category opt-out as callers see it. `tenant` as above. */
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
export type OptOutRecord = z.output<typeof OptOutRecord>;

export const optOutRecord = (entry: OptOut, tenant: string | null): OptOutRecord =>
  pickFields(OptOutRecord, { ...entry, tenant });

import * as z from 'zod';
import { optOutCategories, suppressionReasons } from '../../core/records/lists.ts';
import { BodyAddress, QueryAddress } from './addresses.ts';

const Reason = z.enum(suppressionReasons);
const Tenant = z.string().optional();

export const AddSuppression = z.object({
  email: BodyAddress,
  reason: Reason.default('manual'),
  tenant: Tenant,
  note: z.string().max(500).optional(),
});
export type AddSuppression = z.output<typeof AddSuppression>;

/** POST /suppressions/batch: addresses are checked one by one. */
export const BatchSuppressions = z.object({
  action: z.enum(['add', 'remove']),
  emails: z.array(z.string()).min(1).max(1000),
  reason: Reason.default('manual'),
  tenant: Tenant,
});
export type BatchSuppressions = z.output<typeof BatchSuppressions>;

export const NamedList = z.object({ tenant: Tenant });

export const NamedAddress = z.object({ email: QueryAddress, tenant: Tenant });

/** DELETE /opt-outs requires the category, because opting people in again must be deliberate. */
export const NamedOptOut = z.object({
  email: QueryAddress,
  category: z.enum(optOutCategories),
  tenant: Tenant,
});

export const SuppressionFilters = z.object({
  email: QueryAddress.optional(),
  reason: Reason.optional(),
  tenant: Tenant,
});

export const OptOutFilters = z.object({
  email: QueryAddress.optional(),
  category: z.enum(optOutCategories).optional(),
  tenant: Tenant,
});

export const ExportQuery = z.object({
  tenant: z.string().optional(),
});

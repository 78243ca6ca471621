import type { OptOut, Suppression } from '../../core/records/lists.ts';

/** A suppression as callers see it (H26); `tenant` is the external_id of a tenant's list, null when it is gone (A7). */
export function suppressionRecord(entry: Suppression, tenant: string | null) {
  const { id, email, reason, source, email_id, note, created_at } = entry;
  return { id, email, reason, tenant, source, email_id, note, created_at };
}

export type SuppressionRecord = ReturnType<typeof suppressionRecord>;

/** A category opt-out as callers see it (H26); `tenant` as above. */
export function optOutRecord({ id, email, category, email_id, created_at }: OptOut, tenant: string | null) {
  return { id, email, category, tenant, email_id, created_at };
}

import type { OptOut, Suppression } from '../../core/records.ts';

/** A suppression as callers see it (H26); `tenant` is the external_id of a tenant's list. */
export function suppressionRecord(entry: Suppression) {
  const { id, email, reason, tenant, source, email_id, note, created_at } = entry;
  return { id, email, reason, tenant, source, email_id, note, created_at };
}

/** A category opt-out as callers see it (H26). */
export function optOutRecord({ id, email, category, tenant, email_id, created_at }: OptOut) {
  return { id, email, category, tenant, email_id, created_at };
}

import type { Base } from '../context.ts';

/** A record of a tenant, by `ten_` id; null: of the account itself. */
type OfTenant = { tenant: string | null };

/**
 * The records as callers see them, each with the external_id of its tenant: the one place where ids become names.
 * null for a record of the account, and for one whose tenant is deleted (A7). Tenants cannot be created yet, so
 * there is no name to read.
 */
export async function withTenantNames<T extends OfTenant, Shown>(
  _ctx: Base,
  records: T[],
  show: (record: T, tenant: string | null) => Shown,
): Promise<Shown[]> {
  return records.map((record) => show(record, null));
}

/** `withTenantNames` for one record. */
export async function withTenantName<T extends OfTenant, Shown>(
  ctx: Base,
  record: T,
  show: (record: T, tenant: string | null) => Shown,
): Promise<Shown> {
  const [shown] = await withTenantNames(ctx, [record], show);
  return shown as Shown;
}

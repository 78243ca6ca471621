import type { Id } from '../../core/runtime.ts';
import type { Tenants } from '../context.ts';

/** How tenants are read: as stored, for display, or from this process's cache, for events. */
type Read = Tenants['tenants']['read'];

/** A tenant's record, by `ten_` id. Null for the account's own. */
type OfTenant = { tenant: Id<'ten'> | null };

/** Records with their tenant's external_id, by one BatchGetItem. Null for the account or a deleted tenant. */
export async function withTenantNames<T extends OfTenant, Shown>(
  ctx: Tenants,
  account: Id<'acc'>,
  records: T[],
  show: (record: T, tenant: string | null) => Shown,
  read: Read = ctx.tenants.read,
): Promise<Shown[]> {
  const names = await tenantNames(ctx, account, records, read);
  return records.map((record) => show(record, names.get(record.tenant ?? '') ?? null));
}

export async function withTenantName<T extends OfTenant, Shown>(
  ctx: Tenants,
  account: Id<'acc'>,
  record: T,
  show: (record: T, tenant: string | null) => Shown,
  read: Read = ctx.tenants.read,
): Promise<Shown> {
  const names = await tenantNames(ctx, account, [record], read);
  return show(record, names.get(record.tenant ?? '') ?? null);
}

/** external_ids of the tenants that records name, by id. Deleted ones are absent. */
export async function tenantNames(
  ctx: Tenants,
  account: Id<'acc'>,
  records: OfTenant[],
  read: Read = ctx.tenants.read,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(records.flatMap(({ tenant }) => tenant ?? []))];
  if (ids.length === 0) return new Map();
  const tenants = await read(account, ids);
  return new Map(tenants.flatMap((tenant) => (tenant === null ? [] : [[tenant.id, tenant.external_id]])));
}

/** The records without those of deleted tenants, which a worker may still have to delete. */
export async function withoutDeleted<T extends OfTenant>(
  ctx: Tenants,
  account: Id<'acc'>,
  records: T[],
): Promise<T[]> {
  const names = await tenantNames(ctx, account, records);
  return records.filter(({ tenant }) => tenant === null || names.has(tenant));
}

/** A record's tenant while it exists. A deleted tenant's records are the account's. */
export async function liveTenant(
  ctx: Tenants,
  account: Id<'acc'>,
  tenant: Id<'ten'> | null,
): Promise<Id<'ten'> | null> {
  return tenant === null ? null : ((await ctx.tenants.get(account, tenant))?.id ?? null);
}

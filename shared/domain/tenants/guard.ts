import { AppError } from '../../core/errors.ts';
import type { Category } from '../../core/records/emails.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Caller } from '../context.ts';

const forbidden = (reason: string, message: string) =>
  new AppError('forbidden', message, { details: { reason } });

/** Throws 403 while the tenant is paused. */
export function checkActive(tenant: Tenant | null): void {
  if (tenant?.status === 'paused')
    throw forbidden('tenant_paused', `The tenant ${tenant.external_id} is paused`);
}

/** 403 for non-transactional email if the tenant may send nothing else. */
export function checkStream(tenant: Tenant | null, category: Category): void {
  if (tenant?.stream_policy !== 'transactional_only' || category === 'transactional') return;
  throw forbidden('stream_policy', `The tenant ${tenant.external_id} can send only transactional email`);
}

/** The caller limited to the tenant, its list, and its emails. Null leaves the caller unchanged. */
export const actingFor = (caller: Caller, tenant: Tenant | null): Caller =>
  tenant === null ? caller : { ...caller, tenant: tenant.id };

/** 409 for another tenant's domain. A tenant-limited key doesn't learn whose. */
export const ownedByTenant = (caller: Caller, name: string, { external_id }: Tenant) =>
  new AppError('domain_owned_by_tenant', `${name} belongs to another tenant`, {
    ...(caller.tenant === null && { details: { tenant: external_id } }),
  });

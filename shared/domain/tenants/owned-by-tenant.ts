import { AppError } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Caller } from '../context.ts';

/** 409 for a domain that another tenant has; a key that is limited to a tenant does not learn which (H1, C13). */
export const ownedByTenant = (caller: Caller, name: string, { external_id }: Tenant) =>
  new AppError('domain_owned_by_tenant', `${name} belongs to another tenant`, {
    ...(caller.tenant === null && { details: { tenant: external_id } }),
  });

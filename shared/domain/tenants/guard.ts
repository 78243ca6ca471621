import { AppError, notFound } from '../../core/errors.ts';
import type { Caller } from '../context.ts';
import { limitsOf } from '../limits/plans.ts';

/**
 * A request that names a tenant on an account without tenants is 403 before anything else of it is looked at
 * (C11); one that is not there is 404.
 */
export function checkNamedTenant(caller: Caller, tenant: unknown): void {
  if (tenant === undefined || tenant === null) return;
  if (limitsOf(caller.account).tenants === 0)
    throw new AppError('tenants_not_enabled', 'This account has no tenants');
  if (typeof tenant === 'string') throw notFound('Tenant');
}

/**
 * Refuses a filter by tenants where the plan has none, before anything else of the request is looked at
 * (C11), and tenants that are not there (H19).
 */
export function checkTenants(caller: Caller, tenants: unknown): void {
  if (tenants === undefined || tenants === null || (Array.isArray(tenants) && tenants.length === 0)) return;
  if (limitsOf(caller.account).tenants === 0)
    throw new AppError('tenants_not_enabled', 'This account has no tenants');
  if (Array.isArray(tenants) && tenants.every((name) => typeof name === 'string')) throw notFound('Tenant');
}

/**
 * Refuses a tenant that the caller may not name (C11, C13): 403 on an account without tenants or for a key
 * that is limited to another one, 404 for one that is not there.
 */
export function checkListTenant(caller: Caller, tenant: unknown): void {
  if (tenant === undefined || tenant === null) return;
  const own = caller.tenant;
  if (own === null) checkTenants(caller, [tenant]);
  if (own === null || tenant === own) return;
  const details = { reason: 'key_tenant' };
  throw new AppError('forbidden', 'This key is limited to another tenant', { details });
}

/** `*` stands for all lists of the account, which a key limited to one tenant may not name (Q30). */
export function checkExportTenant(caller: Caller, tenant: unknown): void {
  if (tenant !== '*' || caller.tenant !== null) checkListTenant(caller, tenant);
}

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

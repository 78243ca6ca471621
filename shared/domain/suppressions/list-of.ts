import { AppError } from '../../core/errors.ts';
import type { Caller } from '../context.ts';
import type { List } from '../ports/lists.ts';
import { checkTenants } from '../webhooks/endpoint-rules.ts';

const tenantOf = (caller: Caller) => (caller.kind === 'key' ? caller.key.tenant : null);

/**
 * Refuses a tenant that the caller may not name (C11, C13): 403 on an account without tenants or for a key
 * that is limited to another one, 404 for one that is not there.
 */
export function checkListTenant(caller: Caller, tenant: unknown): void {
  if (tenant === undefined || tenant === null) return;
  const own = tenantOf(caller);
  if (own === null) checkTenants(caller, [tenant]);
  if (own === null || tenant === own) return;
  const details = { reason: 'key_tenant' };
  throw new AppError('forbidden', 'This key is limited to another tenant', { details });
}

/** `*` stands for all lists of the account, which a key limited to one tenant may not name (Q30). */
export function checkExportTenant(caller: Caller, tenant: unknown): void {
  if (tenant !== '*' || tenantOf(caller) !== null) checkListTenant(caller, tenant);
}

/** The list that a request is about: a tenant-limited key's own without naming it, else the account's (H26, A62). */
export function listOf(caller: Caller): List {
  return { account: caller.account.id, tenant: tenantOf(caller) };
}

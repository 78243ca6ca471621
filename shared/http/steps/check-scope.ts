import { AppError } from '../../core/errors.ts';
import { requireEveryScope, requireScope } from '../../domain/keys/require-scope.ts';
import type { Step } from '../state.ts';

/** 403 on routes closed to tenant-limited keys, before scopes are checked. */
export const refuseTenantKey: Step = (_ctx, { route, caller }) => {
  if (caller === null || caller.tenant === null || route.tenant_keys !== 'closed') return {};
  const details = { reason: 'route_closed' };
  throw new AppError('forbidden', 'This key is limited to one tenant', { details });
};

/**
 * 403 unless the caller has one of the route's scopes, or all that the body requires. On a few routes, keys
 * limited to a tenant need no scope.
 */
export const checkScope: Step = (_ctx, { route, caller, raw }) => {
  if (caller === null || route.scope === null) return {};
  if (caller.tenant !== null && route.tenant_keys === 'own_any_scope') return {};
  if (route.every_scope) requireEveryScope(caller, route.every_scope(raw));
  else requireScope(caller, route.scope);
  return {};
};

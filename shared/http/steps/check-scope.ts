import { requireScope } from '../../domain/keys/require-scope.ts';
import type { Step } from '../state.ts';

/** 403 unless the caller has one of the route's scopes (H2); few routes ask a tenant-limited key for none (A9). */
export const checkScope: Step = (_ctx, { route, caller }) => {
  if (caller === null || route.scope === null) return {};
  if (caller.tenant !== null && route.tenant_keys === 'own_any_scope') return {};
  requireScope(caller, route.scope);
  return {};
};

import { AppError } from '../../core/errors.ts';
import type { Step } from '../state.ts';

/** 403 on a route that is closed to tenant-limited keys, before its scopes are looked at (A9). */
export const refuseTenantKey: Step = (_ctx, { route, caller }) => {
  if (caller === null || caller.tenant === null || route.tenant_keys !== 'closed') return {};
  const details = { reason: 'route_closed' };
  throw new AppError('forbidden', 'This key is limited to one tenant', { details });
};

import { requireScope } from '../../domain/keys/require-scope.ts';
import type { Step } from '../state.ts';

/** 403 unless the caller has one of the route's scopes (H2). */
export const checkScope: Step = (_ctx, { route, caller }) => {
  if (caller !== null && route.scope !== null) requireScope(caller, route.scope);
  return {};
};

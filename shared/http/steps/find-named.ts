import type { Step } from '../state.ts';

/** Looks up the objects that a request names by id. Throws 403 or 404 before any body or query error. */
export const findNamed: Step = async (_ctx, { find, caller, params, raw, search, route, request }) => {
  if (find === null || caller === null) return {};
  const repeatable = route.idempotent === true && request.headers.has('idempotency-key');
  return { found: await find({ caller, params, raw, search, repeatable }) };
};

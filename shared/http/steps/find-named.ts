import type { Step } from '../state.ts';

/** What path, body or query name by id: 403 or 404 before any fault of body and query (A25, C11). */
export const findNamed: Step = async (_ctx, { find, caller, params, raw, search }) => {
  if (find === null || caller === null) return {};
  return { found: await find({ caller, params, raw, search }) };
};

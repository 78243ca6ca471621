import { invalid } from '../../core/errors.ts';
import { parseOrRefuse } from '../parse.ts';
import type { Step } from '../state.ts';

/** Query parameters by name; one that is given twice is 400 (C5). */
function queryOf(search: URLSearchParams): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of search) {
    if (Object.hasOwn(out, name)) {
      throw invalid([{ path: name, rule: 'conflict', message: `${name} is given twice` }]);
    }
    out[name] = value;
  }
  return out;
}

/** The query parameters by the route's schema. */
export const readQuery: Step = (_ctx, { route, search }) =>
  route.query ? { query: parseOrRefuse(route.query, queryOf(search)) } : {};

import { invalid } from '../../core/errors.ts';
import { findUnfit } from '../../core/json-body.ts';
import { foldAliases } from '../aliases.ts';
import { parseOrRefuse } from '../parse.ts';
import type { Step } from '../state.ts';
import { unknownFields } from '../unknown-fields.ts';

/** Query parameters by name. A repeated one throws 400. */
function queryOf(search: URLSearchParams): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of search) {
    if (Object.hasOwn(out, name))
      throw invalid([{ path: name, rule: 'conflict', message: `${name} is given twice` }]);
    out[name] = value;
  }
  return out;
}

export const readQuery: Step = (_ctx, { route, search }) =>
  route.query ? { query: parseOrRefuse(route.query, queryOf(search)) } : {};

/** Reads the body by the route's schema: control characters, unknown names, aliases, then each field. */
export const readFields: Step = (_ctx, { route, raw }) => {
  if (!route.body) return {};
  const whole = route.items === undefined ? raw : { ...raw, [route.items]: null };
  const controls = findUnfit(whole, route.multiline ?? []);
  if (controls.length > 0) throw invalid(controls);
  const unknown = unknownFields(route.body, raw, route);
  const folded = foldAliases(raw, route.aliases, route.clears);
  return { body: parseOrRefuse(route.body, folded.body, [...unknown, ...folded.issues]), raw: folded.body };
};

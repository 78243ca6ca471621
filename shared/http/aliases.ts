import type { Issue } from '../core/errors.ts';
import { isObject, type Json } from '../core/json-path.ts';
import type { Aliases } from './route.ts';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

type Folding = {
  names: Record<string, string>;
  /** Prefix for the paths in issues. */
  path?: string;
  clears?: readonly string[];
  blank?: readonly string[];
};

function foldNames(
  value: Json,
  { names, path = '', clears = [], blank = [] }: Folding,
  issues: Issue[],
): Json {
  const out = new Map<string, unknown>();
  const written = new Map<string, string>();
  for (const [given, member] of Object.entries(value)) {
    const name = Object.hasOwn(names, given) ? (names[given] as string) : given;
    const absent = member === null ? !clears.includes(name) : member === '' && blank.includes(name);
    if (member === undefined || absent) continue;
    if (out.has(name) && !same(out.get(name), member)) {
      const message = `${written.get(name)} and ${given} are two names for the same field: send only one`;
      issues.push({ path: path + name, rule: 'conflict', message });
    }
    out.set(name, member);
    written.set(name, given);
  }
  // A member named `__proto__` stays data. An assignment would set the object's prototype instead.
  return Object.fromEntries(out);
}

/**
 * The body under its own field names: aliases folded, null members dropped ("absent", C6) unless null clears
 * the field. Different values for a field and its alias are a conflict.
 */
export function foldAliases(
  body: Json,
  aliases: Aliases = {},
  clears: readonly string[] = [],
): { body: Json; issues: Issue[] } {
  const issues: Issue[] = [];
  const { names = {}, each = {}, blank = [] } = aliases;
  const out = foldNames(body, { names, clears, blank }, issues);
  for (const [field, inner] of Object.entries(each)) {
    const list = out[field];
    if (!Array.isArray(list)) continue;
    out[field] = list.map((item: unknown, i) =>
      isObject(item) ? foldNames(item, { names: inner, path: `${field}[${i}].` }, issues) : item,
    );
  }
  return { body: out, issues };
}

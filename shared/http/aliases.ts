import type { Issue } from '../core/errors.ts';
import type { Aliases } from './route.ts';

type Json = Record<string, unknown>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function foldNames(
  value: Json,
  names: Record<string, string>,
  path: string,
  issues: Issue[],
  clears: readonly string[] = [],
): Json {
  const out = new Map<string, unknown>();
  for (const [given, member] of Object.entries(value)) {
    const name = Object.hasOwn(names, given) ? (names[given] as string) : given;
    if (member === undefined || (member === null && !clears.includes(name))) continue;
    if (out.has(name) && !same(out.get(name), member)) {
      issues.push({ path: path + name, rule: 'conflict', message: `${name} and its alias ${given} differ` });
    }
    out.set(name, member);
  }
  // A member `__proto__` stays one: assigned, it would lend the body its own members as if they were given.
  return Object.fromEntries(out);
}

/**
 * The body under its own field names: aliases folded, null members dropped ("absent", C6) but for those that
 * null clears. A field and its alias with different values are a conflict.
 */
export function foldAliases(
  body: Json,
  aliases: Aliases = {},
  clears: readonly string[] = [],
): { body: Json; issues: Issue[] } {
  const issues: Issue[] = [];
  const out = foldNames(body, aliases.names ?? {}, '', issues, clears);
  for (const [field, names] of Object.entries(aliases.each ?? {})) {
    const list = out[field];
    if (!Array.isArray(list)) continue;
    out[field] = list.map((item, i) =>
      item !== null && typeof item === 'object' && !Array.isArray(item)
        ? foldNames(item as Json, names, `${field}[${i}].`, issues)
        : item,
    );
  }
  return { body: out, issues };
}

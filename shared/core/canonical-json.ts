import { isObject, matches, type Step } from './json-path.ts';

/** Members whose null is a value: a variable renders empty, not as the default (Q59); the data of an event keeps it (U41). */
const nullIsValue = [
  ['template', 'variables', '*'],
  ['emails', '[]', 'template', 'variables', '*'],
  ['data', '**'],
];

/** JSON for comparing bodies (H10): keys sorted, null and undefined members absent. Recurses: only for `parseJson`'s values. */
export function canonicalJson(value: unknown, path: Step[] = []): string {
  if (Array.isArray(value))
    return `[${value.map((entry, i) => canonicalJson(entry, [...path, i])).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  let out = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    const at = [...path, key];
    if (member === undefined || (member === null && !nullIsValue.some((one) => matches(one, at)))) continue;
    out += `${out && ','}${JSON.stringify(key)}:${canonicalJson(member, at)}`;
  }
  return `{${out}}`;
}

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parsed JSON value, or undefined if the text isn't valid JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON for SQS, with U+FFFE and U+FFFF escaped because SQS rejects them raw. */
export const queuedJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\ufffe\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);

export type Step = string | number;

/** Whether a path matches a field's steps: `[]` is any index, `*` any key, a final `**` everything below. */
export function matches(steps: readonly string[], path: readonly Step[]): boolean {
  if (steps.at(-1) === '**') {
    const above = steps.slice(0, -1);
    return path.length > above.length && matches(above, path.slice(0, above.length));
  }
  return (
    steps.length === path.length &&
    steps.every((step, i) => (typeof path[i] === 'number' ? step === '[]' : step === '*' || step === path[i]))
  );
}

/** A string or number from foreign JSON as text. Anything else is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Places where null is a value: a variable renders empty instead of its default, and event data keeps it. */
const nullIsValue = [
  ['template', 'variables', '*'],
  ['emails', '[]', 'template', 'variables', '*'],
  ['data', '**'],
];

/** JSON for comparing bodies: sorted keys, null and undefined left out. Recursive: JSON values only. */
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

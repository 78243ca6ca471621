import type { Issue } from '../../core/errors.ts';
import { issuePath } from '../../core/json-body.ts';
import { objectField } from '../../core/schemas.ts';
import { type Fill, reserved } from './render.ts';

const max_count = 100;
const max_bytes = 64 * 1024;

/** Values for placeholders: names are unchecked, values are scalars. */
export type Variables = Record<string, unknown>;

export const VariablesField = objectField<Variables>('must be an object of variables').meta({
  type: 'object',
  additionalProperties: { anyOf: ['string', 'number', 'boolean', 'null'].map((type) => ({ type })) },
});

const scalar = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * Errors in variables at `path`: nested values, more than 100 variables, more than 64 KB as JSON, or the
 * reserved unsubscribe_url.
 */
export function checkVariables(variables: Variables, path: string): Issue[] {
  const names = Object.keys(variables);
  const tooLong = names.length > max_count || Buffer.byteLength(JSON.stringify(variables)) > max_bytes;
  if (tooLong)
    return [{ path, rule: 'length', message: `${path}: at most ${max_count} variables and 64 KB` }];
  const issues: Issue[] = names
    .filter((name) => !scalar(variables[name]))
    .map((name) => issuePath([path, name]))
    .map((at) => ({ path: at, rule: 'type', message: `${at} must be a string, number, boolean, or null` }));
  if (Object.hasOwn(variables, reserved)) {
    const message = `${path}.${reserved}: the service fills in this placeholder`;
    issues.push({ path: `${path}.${reserved}`, rule: 'conflict', message });
  }
  return issues;
}

/** Rendered values: `String()`, with null as empty text. Own properties only, whatever their names. */
export function textsOf(variables: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value === null ? '' : String(value)]),
  );
}

/** Fills a placeholder with the given value, even an empty one, or else the default. */
export function fillFrom(variables: Variables, defaults: Record<string, string>): Fill {
  const given = textsOf(variables);
  return (name) => {
    if (Object.hasOwn(given, name)) return given[name];
    return Object.hasOwn(defaults, name) ? defaults[name] : undefined;
  };
}

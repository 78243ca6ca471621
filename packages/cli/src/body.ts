import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Input, text, type Values } from './command.ts';
import { UsageError } from './io.ts';
import type { Field } from './operations/fields.ts';
import type { Row } from './output.ts';
import { valuesOf } from './pairs.ts';

export const optionName = (field: string): string => field.replaceAll('_', '-');

/** An option's property name, as commander derives it. */
const attributeOf = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A field's value. A `--no-` option gives `false`. */
function fieldValue({ name, type }: Field, value: unknown): unknown {
  const option = `--${optionName(name)}`;
  if (value === false) return type === 'boolean' ? false : null;
  if (type === 'list') return (value as string[]).flatMap((one) => one.split(',')).map((one) => one.trim());
  if (type === 'pairs') return valuesOf(value as string[], option);
  if (type !== 'number') return value;
  if (String(value).trim() === '' || !Number.isFinite(Number(value)))
    throw new UsageError(`${option} must be a number, not "${value}"`);
  return Number(value);
}

/** The values of given fields, from their options or older option names. */
export function fieldValues(
  fields: readonly Field[],
  values: Values,
  also: Record<string, string> = {},
): Row {
  const given = fields.map((field) => {
    const value = values[attributeOf(field.name)] ?? values[attributeOf(also[field.name] ?? field.name)];
    return [field.name, value === undefined ? undefined : fieldValue(field, value)] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The JSON object of `--data`: inline, from a file (`@path`), or from standard input (`-`). */
export async function dataOf({ io, values }: Input): Promise<Row> {
  const data = text(values, 'data');
  if (data === undefined) return {};
  try {
    const file = data.startsWith('@') ? readFileSync(resolve(io.cwd, data.slice(1)), 'utf8') : data;
    const body = JSON.parse(data === '-' ? await io.stdin() : file);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Error('expected an object');
    return body;
  } catch (error) {
    throw new UsageError(
      `--data must be a JSON object, @file, or - for standard input: ${(error as Error).message}`,
    );
  }
}

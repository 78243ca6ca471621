import type * as z from 'zod';
import { type AppError, invalid, isAppError } from '../core/errors.ts';
import { findUnfit } from '../core/json-body.ts';
import { isObject } from '../core/json-path.ts';
import { foldAliases } from './aliases.ts';
import { parseOrRefuse } from './parse.ts';
import type { Aliases, Strict } from './route.ts';
import { unknownFields } from './unknown-fields.ts';

type Reading<T> = { body: T; aliases?: Aliases; strict?: Strict; multiline?: readonly string[] };

/**
 * Reads one list member by the rules of a body. Returns the value or the error. In `raw`, aliases are already
 * replaced by their names.
 */
export function readItem<T extends z.ZodType>(
  value: unknown,
  { body, aliases, strict, multiline = [] }: Reading<T>,
): { item: z.output<T> | AppError; raw: unknown } {
  if (!isObject(value)) {
    const message = 'An item must be an object';
    return { item: invalid([{ path: '', rule: 'type', message }]), raw: value };
  }
  const folded = foldAliases(value, aliases);
  const controls = findUnfit(value, multiline);
  if (controls.length > 0) return { item: invalid(controls), raw: folded.body };
  try {
    const unknown = unknownFields(body, value, { aliases, strict });
    return { item: parseOrRefuse(body, folded.body, [...unknown, ...folded.issues]), raw: folded.body };
  } catch (error) {
    if (isAppError(error)) return { item: error, raw: folded.body };
    throw error;
  }
}

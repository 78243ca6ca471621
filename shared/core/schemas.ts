import * as z from 'zod';
import { characters } from './characters.ts';
import type { IssueRule } from './errors.ts';
import { isObject } from './json-path.ts';
import { type Id, type IdPrefix, isId } from './runtime.ts';

export const idOf = <P extends IdPrefix>(prefix: P) =>
  z.string().refine((value): value is Id<P> => isId(prefix, value), {
    error: `not an id with the prefix ${prefix}_`,
  });

/** A point in time as callers see it. */
export const Timestamp = z.string().meta({ format: 'date-time' });

/**
 * No control characters, in a pattern for OpenAPI: readers in Python, Go, and others reject `\p`,
 * look-around, and `\u`.
 */
export const noControls = '^[^\\x00-\\x1f\\x7f-\\x9f]*$';

export const withoutControls = (schema: z.ZodString) =>
  schema
    .refine((text) => !/\p{Cc}/u.test(text), { error: 'must not contain control characters' })
    .meta({ pattern: noControls });

/** A record as its schema shows it: only the schema's fields, in order. Callers never see other fields. */
export const pickFields = <Schema extends z.ZodObject>(
  schema: Schema,
  record: z.output<Schema>,
): z.output<Schema> =>
  Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  ) as z.output<Schema>;

/** PHP encodes an empty map as `[]`. */
const asMap = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value);

/** An object as received. A zod record would lose a `__proto__` member. */
export const objectField = <T extends Record<string, unknown>>(error: string) =>
  z.preprocess(asMap, z.custom<T>(isObject, fault('type', error)));

export const fault = (rule: IssueRule, error: string) => ({ error, params: { rule } });

/**
 * A string of at most `limit` characters, counted like JSON Schema's maxLength. Zod's `max` counts UTF-16
 * units. `abort` skips later checks when it is longer.
 */
export const atMost = (limit: number, { abort = false } = {}) =>
  z
    .string()
    .refine((text) => characters(text) <= limit, { ...fault('length', `at most ${limit} characters`), abort })
    .meta({ maxLength: limit });

export type AddIssue = (path: (string | number)[], rule: IssueRule, message: string) => void;

export const adder =
  (context: z.core.$RefinementCtx): AddIssue =>
  (path, rule, message) =>
    context.addIssue({ code: 'custom', path, message, params: { rule } });

export const addFault = (
  context: z.core.$RefinementCtx,
  { rule, message }: { rule: IssueRule; message: string },
  path: (string | number)[] = [],
) => adder(context)(path, rule, message);

import { isObject } from '../../core/json-path.ts';
import type { CustomEvent, Operator, Rule } from '../../core/records/automations.ts';
import { fillValue } from './fill.ts';
import { readPath, referenced, type Scope } from './references.ts';
import { upTo } from './room.ts';

/** A JSON number as text, with nothing around it. */
const jsonNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** A value's number, also from text. Null if not a number. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && jsonNumber.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Negative, 0, or positive by code point order, which is also the order of UTF-8. */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Same JSON type and equal. Objects and arrays are never equal. */
const sameScalar = (a: unknown, b: unknown): boolean => a === b && !isObject(a) && !Array.isArray(a);

function contains(field: unknown, value: unknown): boolean {
  if (Array.isArray(field)) return field.some((element) => sameScalar(element, value));
  return typeof field === 'string' && typeof value === 'string' && field.includes(value);
}

/**
 * Negative or positive if the type of `value` allows comparing the two. 0 if they are equal or can't be
 * compared.
 */
function order(field: unknown, value: unknown): number {
  const number = numberOf(value);
  if (number !== null) return (numberOf(field) ?? number) - number;
  return typeof field === 'string' && typeof value === 'string' ? compareTexts(field, value) : 0;
}

type Test = (field: unknown, value: unknown) => boolean;

const tests: Record<Exclude<Operator, 'exists' | 'not_exists'>, Test> = {
  equals: sameScalar,
  not_equals: (field, value) => !sameScalar(field, value),
  contains,
  not_contains: (field, value) => !contains(field, value),
  starts_with: (field, value) =>
    typeof field === 'string' && typeof value === 'string' && field.startsWith(value),
  greater_than: (field, value) => order(field, value) > 0,
  less_than: (field, value) => order(field, value) < 0,
  in: (field, value) => Array.isArray(value) && value.some((element) => sameScalar(field, element)),
};

/** Compares by operator. Defined for every JSON type, a missing field, and a missing value. Never throws. */
function compare(operator: Operator, field: unknown, value: unknown): boolean {
  const missing = field === undefined || field === null;
  if (operator === 'exists') return !missing;
  if (operator === 'not_exists') return missing;
  if (missing || value === undefined || value === null)
    return operator === 'not_equals' || operator === 'not_contains';
  return tests[operator](field, value);
}

const lowerCase = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(lowerCase) : value;
};

/** Lowercases addresses on both sides. Other fields stay as they are. */
const comparable = (members: readonly string[], value: unknown): unknown =>
  members.length === 1 && members[0] === 'email' ? lowerCase(value) : value;

/**
 * The maximum number of characters that are always filled in. Beyond that, filling stops as soon as the value
 * can no longer equal the event's.
 */
const least_made = 1_024;

const maxLengthIn = (found: unknown): number => {
  if (Array.isArray(found)) return found.reduce((max, one) => Math.max(max, maxLengthIn(one)), 0);
  return typeof found === 'string' ? found.length : 0;
};

/**
 * A rule's value with its references filled, to compare with the event's. Missing list entries are dropped.
 */
function valueFor(found: unknown, value: unknown, scope: Scope): unknown {
  const filled = (one: unknown) => fillValue(one, scope, upTo(Math.max(least_made, maxLengthIn(found) + 1)));
  return Array.isArray(value) ? value.map(filled).filter((one) => one !== undefined) : filled(value);
}

/** Whether a field of the run's events matches a value from `madeFor`. */
function fits(
  { field, operator }: Pick<Rule, 'field' | 'operator'>,
  scope: Scope,
  madeFor: (found: unknown) => unknown,
): boolean {
  const reference = readPath(field);
  if (reference === null) return false;
  const found = referenced(reference, scope);
  const value = comparable(reference.members, madeFor(found));
  return compare(operator, comparable(reference.members, found), value);
}

/** Whether a field of an event equals a literal value. */
export const equalsIn = (event: CustomEvent, field: string, value: string | number | boolean): boolean =>
  fits({ field, operator: 'equals' }, { event, waits: new Map() }, () => value);

/** Evaluates every rule, even after a false one, because the step's output lists them all. */
export function evaluate(
  { all, any }: { all?: Rule[] | undefined; any?: Rule[] | undefined },
  scope: Scope,
): { result: boolean; rules: boolean[] } {
  const rules = (all ?? any ?? []).map((rule) =>
    fits(rule, scope, (found) => valueFor(found, rule.value, scope)),
  );
  return { result: all ? rules.every(Boolean) : rules.some(Boolean), rules };
}

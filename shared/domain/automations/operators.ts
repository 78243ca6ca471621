import { isObject } from '../../core/json-path.ts';
import type { CustomEvent, Operator, Rule } from '../../core/records/automations.ts';
import { fillValue } from './fill.ts';
import { readPath, referenced, type Scope } from './references.ts';
import { upTo } from './room.ts';

/** A JSON number as text, with nothing around it. */
const jsonNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** The number that a value is, or is the text of; null for everything else. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && jsonNumber.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Below, at or above 0 as `a` comes before, is or comes after `b` by code points: the order of their UTF-8. */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** One JSON type and equal; objects and arrays equal nothing. */
const sameScalar = (a: unknown, b: unknown): boolean => a === b && !isObject(a) && !Array.isArray(a);

function contains(field: unknown, value: unknown): boolean {
  if (Array.isArray(field)) return field.some((element) => sameScalar(element, value));
  return typeof field === 'string' && typeof value === 'string' && field.includes(value);
}

/** Below or above 0 where the two can be compared, by the type of `value`; 0 where they are equal or cannot. */
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

/** The table of operators: defined for every JSON type, for a missing field and a missing value; never throws. */
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

/** Addresses are compared in lower case, both sides; every other member as it is. */
const comparable = (members: readonly string[], value: unknown): unknown =>
  members.length === 1 && members[0] === 'email' ? lowerCase(value) : value;

/** A value is filled in to this many characters at least; beyond, only until it must differ from the found value. */
const least_made = 1_024;

const longestIn = (found: unknown): number => {
  if (Array.isArray(found)) return found.reduce((most, one) => Math.max(most, longestIn(one)), 0);
  return typeof found === 'string' ? found.length : 0;
};

/** The value of a rule with its references filled, to compare with the found one; of a list those that exist. */
function valueFor(found: unknown, value: unknown, scope: Scope): unknown {
  const filled = (one: unknown) => fillValue(one, scope, upTo(Math.max(least_made, longestIn(found) + 1)));
  return Array.isArray(value) ? value.map(filled).filter((one) => one !== undefined) : filled(value);
}

/** Whether a field of the events of a run fits a value, which `madeFor` makes. */
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

/** Whether a field of an event equals a value, in which nothing is looked for any more. */
export const equalsIn = (event: CustomEvent, field: string, value: string | number | boolean): boolean =>
  fits({ field, operator: 'equals' }, { event, waits: new Map() }, () => value);

/** All rules are looked at, whatever the first one says: the output of the step lists them. */
export function evaluate(
  { all, any }: { all?: Rule[] | undefined; any?: Rule[] | undefined },
  scope: Scope,
): { result: boolean; rules: boolean[] } {
  const rules = (all ?? any ?? []).map((rule) =>
    fits(rule, scope, (found) => valueFor(found, rule.value, scope)),
  );
  return { result: all ? rules.every(Boolean) : rules.some(Boolean), rules };
}

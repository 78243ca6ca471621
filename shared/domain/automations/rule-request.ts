import * as z from 'zod';
import { characters } from '../../core/characters.ts';
import type { IssueRule } from '../../core/errors.ts';
import { isObject } from '../../core/json-path.ts';
import { type Operator, operators } from '../../core/records/automations.ts';
import { adder } from '../../core/schemas.ts';
import { readPath } from './references.ts';

const max_text = 256;
const max_elements = 100;

/** Each operator's kind of value. A rule that can never match is refused on creation. */
const values: Record<Operator, 'scalar' | 'text' | 'order' | 'list' | 'none'> = {
  equals: 'scalar',
  not_equals: 'scalar',
  contains: 'scalar',
  not_contains: 'scalar',
  starts_with: 'text',
  greater_than: 'order',
  less_than: 'order',
  in: 'list',
  exists: 'none',
  not_exists: 'none',
};

type Fault = { at?: number; rule: IssueRule; message: string };

const length: Fault = { rule: 'length', message: `at most ${max_text} characters` };

const isLong = (value: unknown) => typeof value === 'string' && characters(value) > max_text;

const types = { scalar: ['string', 'number', 'boolean'], text: ['string'], order: ['string', 'number'] };

function faultsOfList(value: unknown): Fault[] {
  if (!Array.isArray(value))
    return [{ rule: 'type', message: 'must be a list of strings, numbers, or booleans' }];
  if (value.length === 0 || value.length > max_elements)
    return [{ rule: 'length', message: `1-${max_elements} elements` }];
  return value.flatMap((element, at): Fault[] => {
    if (!types.scalar.includes(typeof element))
      return [{ at, rule: 'type', message: 'must be a string, number, or boolean' }];
    return isLong(element) ? [{ ...length, at }] : [];
  });
}

function faultsOfScalar(kind: 'scalar' | 'text' | 'order', value: unknown): Fault[] {
  if (!types[kind].includes(typeof value))
    return [{ rule: 'type', message: `must be a ${types[kind].join(' or a ')}` }];
  if (isLong(value)) return [length];
  return kind !== 'scalar' && value === '' ? [{ rule: 'length', message: 'must not be empty' }] : [];
}

function faultsOf({ operator, value }: { operator: Operator; value?: unknown }): Fault[] {
  const kind = values[operator];
  if (kind === 'none')
    return value === undefined ? [] : [{ rule: 'conflict', message: `${operator} takes no value` }];
  if (value === undefined) return [{ rule: 'required', message: `${operator} needs a value` }];
  return kind === 'list' ? faultsOfList(value) : faultsOfScalar(kind, value);
}

const Field = z.string().refine((path) => readPath(path) !== null, {
  error: 'must be event.email, event.data.<key>, or steps.<n>.event.<…> for an earlier wait',
});

/** null means absent, as in every field. */
const withoutNulls = (rule: unknown): unknown =>
  isObject(rule) ? Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null)) : rule;

export const RuleRequest = z.preprocess(
  withoutNulls,
  z
    .object({ field: Field, operator: z.enum(operators), value: z.unknown().optional() })
    .superRefine((rule, context) => {
      for (const { at, rule: kind, message } of faultsOf(rule))
        adder(context)(at === undefined ? ['value'] : ['value', at], kind, message);
    })
    .transform(({ field, operator, value }) => ({ field, operator, ...(value !== undefined && { value }) }))
    .meta({ id: 'AutomationCondition' }),
);

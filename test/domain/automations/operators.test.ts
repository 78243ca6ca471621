import type { CustomEvent, Operator } from '../../../shared/core/records/automations.ts';
import { evaluate } from '../../../shared/domain/automations/operators.ts';

const eventOf = (data: Record<string, unknown>): CustomEvent => ({
  id: 'ae_00000000000000000000000000',
  name: 'order.paid',
  user_id: 'the user',
  email: 'Ada@Example.com',
  data,
  source: 'api',
  created_at: '2026-01-01T00:00:00.000Z',
});

/** One rule over a field of these values; a value that is undefined is a reference that finds nothing. */
function compare(operator: Operator, field: unknown, value: unknown): boolean {
  const scope = { event: eventOf(field === undefined ? {} : { field }), waits: new Map() };
  const rule = { field: 'event.data.field', operator, value: value ?? '{{event.data.nothing}}' };
  return evaluate({ all: [rule] }, scope).result;
}

/** Values of every JSON type, and those that look like another one. */
const fields: unknown[] = [
  undefined,
  null,
  '',
  'a',
  'b',
  'ab',
  'A',
  '9',
  '10',
  '1.0',
  '-3',
  '1e2',
  '1e400',
  ' 9',
  '0x10',
  '2026-01-02',
  '\u{1f600}',
  '\uffff',
  0,
  -0,
  1,
  9,
  10,
  100,
  -3,
  0.1,
  true,
  false,
  'true',
  [],
  ['a'],
  [1],
  ['1', true],
  {},
  { a: 1 },
];

const scalars: unknown[] = [
  'a',
  'ab',
  'A',
  '9',
  '10',
  '1e2',
  '2026-01-01',
  '\u{1f600}',
  9,
  10,
  1,
  100,
  true,
  false,
];
const rules: [Operator, unknown][] = [
  ...(['equals', 'not_equals', 'contains', 'not_contains'] as const).flatMap((operator) =>
    scalars.map((value): [Operator, unknown] => [operator, value]),
  ),
  ...(['starts_with', 'greater_than', 'less_than'] as const).flatMap((operator) =>
    scalars.map((value): [Operator, unknown] => [operator, value]),
  ),
  ['in', ['a', 9, true]],
  ['in', []],
  ['exists', undefined],
  ['not_exists', undefined],
  ['equals', undefined],
  ['not_equals', undefined],
  ['contains', undefined],
  ['not_contains', undefined],
  ['in', undefined],
];

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
const points = (text: string) => [...text].map((character) => character.codePointAt(0) as number);

/** The order of two texts by code points, written another way than the product's. */
function textOrder(a: string, b: string): number {
  const [left, right] = [points(a), points(b)];
  const at = left.findIndex((point, i) => point !== right[i]);
  if (at < 0) return left.length - right.length;
  return right[at] === undefined ? 1 : (left[at] as number) - right[at];
}

const isNumeric = (value: unknown) => {
  if (typeof value === 'number') return true;
  if (typeof value !== 'string' || value.trim() !== value || value === '' || /^[+.]|^0x|\.$/i.test(value))
    return false;
  return Number.isFinite(Number(value));
};

/** The specification's table, cell by cell. */
function expected(operator: Operator, f: unknown, v: unknown): boolean {
  const there = f !== undefined && f !== null;
  if (operator === 'exists') return there;
  if (operator === 'not_exists') return !there;
  if (operator === 'not_equals') return !expected('equals', f, v);
  if (operator === 'not_contains') return !expected('contains', f, v);
  if (!there || v === undefined || kindOf(f) === 'object') return false;
  const isList = kindOf(f) === 'array';
  const same = (a: unknown, b: unknown) =>
    kindOf(a) === kindOf(b) && !['array', 'object'].includes(kindOf(a)) && a === b;
  if (operator === 'contains')
    return isList
      ? (f as unknown[]).some((one) => same(one, v))
      : typeof f === 'string' && typeof v === 'string' && f.includes(v);
  if (isList) return false;
  if (operator === 'equals') return same(f, v);
  if (operator === 'in') return (v as unknown[]).some((one) => same(f, one));
  if (operator === 'starts_with') return typeof f === 'string' && typeof v === 'string' && f.startsWith(v);
  const sign = operator === 'greater_than' ? 1 : -1;
  if (isNumeric(v)) return isNumeric(f) && (Number(f) - Number(v)) * sign > 0;
  return typeof f === 'string' && typeof v === 'string' && textOrder(f, v) * sign > 0;
}

test('the table has more than 30 values and 30 rules', () => {
  expect(fields.length).toBeGreaterThanOrEqual(30);
  expect(rules.length).toBeGreaterThanOrEqual(30);
});

test.each(rules)('%s %j answers as the table for every JSON type [U27, U28]', (operator, value) => {
  const answers = fields.map((field) => [field, compare(operator, field, value)]);
  expect(answers).toEqual(fields.map((field) => [field, expected(operator, field, value)]));
});

test.each([
  ['greater_than', '10', '9', true],
  ['greater_than', '10', 'a', false],
  ['less_than', '10', 'a', true],
  ['greater_than', 'x', 9, false],
  ['less_than', 'x', 9, false],
  ['greater_than', '2026-02-01', '2026-01-31', true],
  ['equals', '1', 1, false],
  ['equals', 'true', true, false],
  ['not_contains', undefined, 'a', true],
  ['contains', ['a', 'b'], 'b', true],
  ['greater_than', true, 'a', false],
] as const)('%s of %j and %j is %s [U28]', (operator, field, value, answer) => {
  expect(compare(operator, field, value)).toBe(answer);
});

test('texts are compared by code points, not by UTF-16 units', () => {
  expect(compare('greater_than', '\u{1f600}', '\uffff')).toBe(true);
  expect('\u{1f600}' < '\uffff').toBe(true);
});

const event = eventOf({
  plan: 'pro',
  wanted: 'pro',
  empty: null,
  list: ['x', { y: 'z' }],
  email: 'Ada@Example.com',
});
const scope = { event, waits: new Map([[2, { ...event, email: 'B@example.com' }]]) };

test.each([
  ['event.email', 'equals', 'ada@EXAMPLE.com', true],
  ['steps.2.event.email', 'starts_with', 'b@', true],
  ['event.user_id', 'equals', 'The User', false],
  ['event.data.email', 'equals', 'ada@example.com', false],
  ['event.data.plan', 'equals', '{{event.data.wanted}}', true],
  ['event.data.plan', 'not_equals', '{{event.data.nothing}}', true],
  ['event.data.list.0', 'equals', 'x', true],
  ['event.data.list.1.y', 'equals', 'z', true],
  ['event.data.list.length', 'exists', undefined, false],
  ['event.data.empty', 'exists', undefined, false],
  ['event.data.__proto__', 'exists', undefined, false],
  ['steps.3.event.email', 'exists', undefined, false],
] as const)('%s %s %s is %s [U27]', (field, operator, value, answer) => {
  expect(evaluate({ all: [{ field, operator, value }] }, scope)).toEqual({ result: answer, rules: [answer] });
});

test('all rules are evaluated, whatever the first one says [U27]', () => {
  const rulesOf = [
    { field: 'event.data.plan', operator: 'equals', value: 'free' },
    { field: 'event.data.plan', operator: 'equals', value: 'pro' },
  ] as const;
  expect(evaluate({ all: [...rulesOf] }, scope)).toEqual({ result: false, rules: [false, true] });
  expect(evaluate({ any: [...rulesOf] }, scope)).toEqual({ result: true, rules: [false, true] });
});

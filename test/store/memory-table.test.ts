import fc from 'fast-check';
import { dynamoTable } from '../../shared/aws/table.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { ConditionFailed, type Item, type Query, type Table, type Write } from '../../shared/store/table.ts';
import { environment } from '../support/environment.ts';
import { installMemoryTable } from '../support/memory-table/memory-table.ts';
import { testDynamo } from '../support/table.ts';

/**
 * What the API's tests have in place of DynamoDB answers as DynamoDB does: the same calls of the one and the other, and
 * what each answers. `.ci/run` has DynamoDB Local for the other where that can run.
 */
const { TABLE_NAME = '' } = environment();
const runtime = systemRuntime();
const never = { transactions: 0, single: 0 };
installMemoryTable(() => 'memory', { lag_ms: 0, now: Date.now, random: () => 1, conflicts: never });
const client = testDynamo();
const both = [TABLE_NAME, 'memory'].map((name) => dynamoTable(client, name, runtime));

type Outcome = { answer: unknown } | { failed: unknown } | { error: string };

async function outcomeOf(table: Table, call: (table: Table) => Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: await call(table) };
  } catch (error) {
    if (error instanceof ConditionFailed) return { failed: [error.item, [...error.failed].sort()] };
    return { error: (error as Error).name };
  }
}

/** What both answer, which must be the same. */
async function same(call: (table: Table) => Promise<unknown>): Promise<Outcome> {
  const [real, memory] = await Promise.all(both.map((table) => outcomeOf(table, call)));
  expect(memory).toEqual(real);
  return memory as Outcome;
}

const fresh = () => ({ pk: `TEST#${runtime.id('req')}`, sk: 'A' });

const stored = {
  text: 'b',
  number: 5,
  yes: true,
  none: null,
  list: ['a', 'b', { c: 1 }],
  map: { inner: 'x', deep: { n: 1 } },
  names: new Set(['x', 'y']),
  status: 'open',
  empty: '',
  octets: Uint8Array.from([1, 2]),
};

const conditions: [string, Record<string, unknown>?, Record<string, string>?][] = [
  ...['number = :v', 'number <> :v', 'number < :v', 'number <= :v', 'number > :v', 'number >= :v'].flatMap(
    (text) => [4, 5, 6, 'b', null].map((v): [string, Record<string, unknown>] => [text, { ':v': v }]),
  ),
  ...['text', 'absent', 'none', 'list', 'map.inner', 'map.absent.x', 'names', 'empty'].flatMap(
    (path): [string][] => [[`attribute_exists(${path})`], [`attribute_not_exists(${path})`]],
  ),
  ...['=', '<>', '<', '>'].map((sign): [string, Record<string, unknown>] => [
    `absent ${sign} :v`,
    { ':v': 1 },
  ]),
  ['NOT absent >= :v', { ':v': 1 }],
  ['list = :v', { ':v': ['a', 'b', { c: 1 }] }],
  ['map = :v', { ':v': { deep: { n: 1 }, inner: 'x' } }],
  ['names = :v', { ':v': new Set(['y', 'x']) }],
  ['text BETWEEN :a AND :c', { ':a': 'a', ':c': 'c' }],
  ['text IN (:a, :b)', { ':a': 'a', ':b': 'b' }],
  ['begins_with(text, :v)', { ':v': 'b' }],
  ['size(list) = :v', { ':v': 3 }],
  ['size(names) > :v', { ':v': 1 }],
  ['size(map) = :v', { ':v': 2 }],
  ['size(absent) = :v', { ':v': 0 }],
  ['attribute_exists(pk) AND (number > :v OR #s = :o)', { ':v': 9, ':o': 'open' }, { '#s': 'status' }],
  ['attribute_not_exists(pk) OR number > :v AND text = :o', { ':v': 1, ':o': 'z' }],
  ['NOT (number > :v OR text = :o)', { ':v': 1, ':o': 'z' }],
  // What DynamoDB does not read.
  ['status = :v', { ':v': 'open' }],
  ['number = :v', { ':v': 1, ':unused': 2 }],
  ['number = :v', { ':v': 1 }, { '#unused': 'x' }],
  ['number = :missing', {}],
  ['#missing = :v', { ':v': 1 }],
  ['number = ', { ':v': 1 }],
  ['number == :v', { ':v': 1 }],
  ['unknown(number)', undefined],
];

const expressionOf = (values?: Record<string, unknown>, names?: Record<string, string>) => ({
  ...(values && Object.keys(values).length > 0 && { values }),
  ...(names && { names }),
});

test.each(conditions.map(([text, values, names]) => [text, values, names] as const))(
  '%s with %j',
  async (condition, values, names) => {
    const key = fresh();
    await same((table) => table.put({ ...key, ...stored }));
    const e = { condition, ...expressionOf(values, names) };
    const found = await same((table) => table.put({ ...key, n: 2 }, e));
    await same((table) => table.get(key, { consistent: true }));
    const absent = fresh();
    await same((table) => table.delete(absent, e));
    if ('error' in found) return;
    const writes: Write[] = [
      { label: 'check', check: absent, ...e },
      { label: 'put', put: { ...fresh(), sk: 'B' } },
    ];
    await same((table) => table.transact(writes));
  },
);

const updates: [string, Record<string, unknown>?, Record<string, string>?][] = [
  ['SET number = :v, other = number', { ':v': 7 }],
  ['SET number = number + :v', { ':v': 2 }],
  ['SET number = number - :v', { ':v': 2 }],
  ['SET absent = absent + :v', { ':v': 2 }],
  ['SET absent = if_not_exists(absent, :v)', { ':v': 2 }],
  ['SET number = if_not_exists(number, :zero) + :v', { ':zero': 0, ':v': 2 }],
  ['SET none = if_not_exists(none, :v)', { ':v': 2 }],
  ['SET map.inner = :v, map.added = :v', { ':v': { a: undefined, b: [] } }],
  ['SET map.absent.x = :v', { ':v': 1 }],
  ['SET text.x = :v', { ':v': 1 }],
  ['SET absent = missing', {}],
  ['REMOVE number, map.inner, absent', {}],
  ['REMOVE map.absent.x', {}],
  ['ADD number :v, absent :v', { ':v': 3 }],
  ['ADD names :v, more :v', { ':v': new Set(['z', 'x']) }],
  ['ADD text :v', { ':v': 1 }],
  ['ADD map.deep.n :v', { ':v': 1 }],
  ['SET number = :v REMOVE text ADD counted :v', { ':v': 1 }],
  ['SET #s = :v', { ':v': 1 }, { '#s': 'status' }],
  // What DynamoDB does not read.
  ['SET status = :v', { ':v': 1 }],
  ['SET number = :v, number = :v', { ':v': 1 }],
  ['SET map = :v, map.inner = :v', { ':v': 1 }],
  ['SET sk = :v', { ':v': 'x' }],
  ['SET number :v', { ':v': 1 }],
  ['SET number = :v', { ':v': 1, ':w': 1 }],
];

test.each(updates.map(([text, values, names]) => [text, values, names] as const))(
  '%s with %j',
  async (expression, values, names) => {
    const key = fresh();
    await same((table) => table.put({ ...key, ...stored }));
    const e = expressionOf(values, names);
    await same((table) => table.update(key, expression, e));
    await same((table) => table.get(key, { consistent: true }));
    await same((table) => table.update(fresh(), expression, e).then(({ pk: _, ...item }) => item));
  },
);

test('what cannot be stored is refused alike', async () => {
  const key = fresh();
  const large = (bytes: number) => ({ ...key, text: 'x'.repeat(bytes) });
  for (const item of [
    { ...key, sk: '' },
    { ...key, gsi1pk: '', gsi1sk: 'x' },
    { ...key, gsi1pk: 1, gsi1sk: 'x' },
    { ...key, set: new Set() },
    { ...key, n: Number.NaN },
    { ...key, n: 2 ** 60 },
    { ...key, n: 1e-130 },
    { ...key, n: -1e-131 },
    { ...key, deep: nested(31) },
    { ...key, deep: nested(32) },
    { ...key, pk: `T${'\u20ac'.repeat(682)}` },
    { ...key, pk: `T${'\u20ac'.repeat(683)}` },
    { ...key, sk: 'x'.repeat(1_024) },
    { ...key, sk: 'x'.repeat(1_025) },
    large(409_700),
    large(409_000),
  ])
    await same((table) => table.put(item as Item));
  const many = Array.from({ length: 101 }, (_, i): Write => ({ put: { ...key, sk: String(i) } }));
  await same((table) => table.transact(many));
  await same((table) => table.transact([{ put: key }, { delete: key }]));
  await same((table) => table.transact(many.slice(0, 100)));
  const wide = (size: number) =>
    many.slice(0, 11).map((_, i): Write => ({ put: { ...key, sk: String(i), text: 'x'.repeat(size) } }));
  await same((table) => table.transact(wide(380_000)));
  await same((table) => table.transact(wide(382_000)));
  for (const asked of [
    { pk: 'x'.repeat(2_049), sk: 'A' },
    { pk: key.pk, sk: 'x'.repeat(1_025) },
  ])
    await same((table) => table.get(asked));
});

test('an update that makes an item too large is refused alike', async () => {
  const key = fresh();
  await same((table) => table.put({ ...key, old: 'x'.repeat(300_000) }));
  await same((table) => table.update(key, 'SET more = :v', { values: { ':v': 'x'.repeat(200_000) } }));
});

/** A list in a list, as deep as this; the attribute is the first level, its text the last. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner: unknown) => [inner], 'x');

test('a batch that names an item twice is refused alike', async () => {
  const key = fresh();
  const puts = [key, { ...key, n: 1 }];
  await same((table) => table.batchWrite({ puts }));
  await same((table) => table.batchWrite({ deletes: [key, key] }));
  await same((table) => table.get(key, { consistent: true }));
});

test('an expression that is too long is refused alike', async () => {
  const key = fresh();
  const values = { ':v': 1 };
  const update = (bytes: number) => `SET a${' '.repeat(bytes - 10)}= :v`;
  for (const bytes of [4_096, 4_097])
    await same((table) => table.update(key, update(bytes), { values }).then(({ pk: _, ...item }) => item));
});

const partition = `TEST#${runtime.id('req')}`;
const letters = ['A', 'AA', 'AB', 'B', 'a', 'ä', '\uffee', '😀', 'Z#1', 'Z#2'];

beforeAll(async () => {
  const puts = letters.map((sk, n) => ({
    pk: partition,
    sk,
    n,
    gsi1pk: partition,
    gsi1sk: `g${n % 3}`,
    ...(n % 2 === 0 && { gsi2pk: partition, gsi2sk: sk }),
  }));
  await Promise.all(both.map((table) => table.batchWrite({ puts })));
});

test('queries answer the same items in the same order, by any part of the sort key', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          prefix: fc.constantFrom('A', 'Z#', 'g', 'none'),
          after: fc.constantFrom(...letters, 'g0', 'g1'),
          least: fc.constantFrom('A', 'B', 'g1'),
          descending: fc.boolean(),
          limit: fc.integer({ min: 1, max: 12 }),
        },
        { requiredKeys: [] },
      ),
      fc.constantFrom(undefined, 'gsi1' as const, 'gsi2' as const),
      async (change, index) => {
        const query: Query = { pk: partition, ...change, ...(index && { index }) };
        // Items of the same index keys have no order among them.
        const sorted = ({ items, more }: { items: Item[]; more: boolean }) =>
          index === 'gsi1' ? [items.map(({ gsi1sk }) => gsi1sk), more] : [items, more];
        const found = await same((table) => table.query(query).then(sorted));
        return 'answer' in found || 'error' in found;
      },
    ),
    { numRuns: 150 },
  ));

test('a query answers the attributes that it names', async () => {
  for (const attributes of [['n'], ['n', 'absent', 'gsi2sk'], []])
    await same((table) => table.query({ pk: partition, prefix: 'A', attributes }));
});

// The emulator ends it before the item that passes 1 MB, DynamoDB Local after it.
test('a page ends at 1 MB', async () => {
  const pk = `TEST#${runtime.id('req')}`;
  const puts = Array.from({ length: 6 }, (_, i) => ({ pk, sk: String(i), text: 'x'.repeat(300_000) }));
  await Promise.all(both.map((table) => table.batchWrite({ puts })));
  await same((table) => table.query({ pk }).then(({ more }) => more));
});

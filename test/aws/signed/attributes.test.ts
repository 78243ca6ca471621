import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { documentJson, documentOf } from '../../../shared/aws/signed/attributes.ts';
import { inputJson, outputOf } from '../../../shared/aws/signed/documents.ts';

/** As the SDK sends its attributes: bytes as base64. */
const wired = (attributes: unknown) =>
  JSON.parse(
    JSON.stringify(attributes, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('base64') : value,
    ),
  );

const sdk = (document: Record<string, unknown>) => wired(marshall(document, { removeUndefinedValues: true }));
const ours = (document: Record<string, unknown>) => JSON.parse(documentJson(document));

const bytes = fc.uint8Array({ maxLength: 40 }).map((octets) => Buffer.from(octets));
const number = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }));
const member = (one: fc.Arbitrary<unknown>) => fc.uniqueArray(one, { minLength: 1, maxLength: 4 });
const leaf = fc.oneof(
  ...[fc.string({ unit: 'binary' }), number, fc.boolean(), fc.constant(null), fc.bigInt(), bytes],
  ...[member(fc.string()), member(number), member(fc.bigInt())].map((one) => one.map((all) => new Set(all))),
);
const name = fc.string().filter((text) => text !== '__proto__');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));
const document = fc.dictionary(name, value, { maxKeys: 6 });

test('what is stored is what the SDK stores, for any document', () => {
  fc.assert(
    fc.property(document, (one) => {
      expect(ours(one)).toEqual(sdk(one));
    }),
  );
});

test('what is read is what the SDK reads, for any document', () => {
  const all = fc.dictionary(
    name,
    value.filter((one) => one !== undefined),
    { maxKeys: 6 },
  );
  fc.assert(
    fc.property(all, (one) => {
      const attributes = marshall(one, { removeUndefinedValues: true });
      expect(documentOf(ours(one))).toEqual(unmarshall(attributes));
    }),
  );
});

test.each([
  ['a number that is none', { a: Number.NaN }],
  ['a number without end', { a: Number.POSITIVE_INFINITY }],
  ['a number that is not safe', { a: 2 ** 53 }],
  ['an empty set', { a: new Set() }],
  ['a set of booleans', { a: new Set([true]) }],
  ['a date', { a: new Date(0) }],
  ['a symbol', { a: Symbol('a') }],
])('%s is refused, as by the SDK', (_, one) => {
  expect(() => documentJson(one)).toThrow();
  expect(() => sdk(one)).toThrow();
});

test('numbers beyond the safe ones are read as BigInt', () => {
  const stored = { large: { N: '9007199254740993' }, small: { N: '-1.5e-7' } };
  expect(documentOf(stored)).toEqual({ large: 9007199254740993n, small: -1.5e-7 });
});

test('a field named __proto__ is a field', () => {
  const stored = JSON.parse('{"map":{"M":{"__proto__":{"S":"x"}}}}');
  const read = documentOf(stored);
  expect(Object.getOwnPropertyNames(read.map)).toEqual(['__proto__']);
  expect(ours(read)).toEqual(stored);
});

test('keys, items and values become attributes wherever an operation has them', () => {
  const key = { pk: 'a', sk: undefined };
  const input = {
    TableName: 't',
    ConsistentRead: true,
    IndexName: undefined,
    Key: key,
    RequestItems: { t: [{ PutRequest: { Item: { n: 1 } } }, { DeleteRequest: { Key: key } }] },
    TransactItems: [{ Update: { Key: key, ExpressionAttributeValues: { ':v': null } } }],
    ExpressionAttributeNames: { '#pk': 'pk' },
  };
  expect(JSON.parse(inputJson(input))).toEqual({
    TableName: 't',
    ConsistentRead: true,
    Key: { pk: { S: 'a' } },
    RequestItems: {
      t: [{ PutRequest: { Item: { n: { N: '1' } } } }, { DeleteRequest: { Key: { pk: { S: 'a' } } } }],
    },
    TransactItems: [
      { Update: { Key: { pk: { S: 'a' } }, ExpressionAttributeValues: { ':v': { NULL: true } } } },
    ],
    ExpressionAttributeNames: { '#pk': 'pk' },
  });
});

test('items become documents wherever an answer has them', () => {
  const item = { pk: { S: 'a' } };
  const answer = {
    Item: item,
    Items: [item],
    Attributes: item,
    LastEvaluatedKey: item,
    Count: 1,
    Responses: { t: [item] },
    UnprocessedKeys: { t: { Keys: [item] } },
    UnprocessedItems: { t: [{ PutRequest: { Item: item } }] },
    CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: item }],
  };
  expect(outputOf(answer)).toEqual(
    JSON.parse(JSON.stringify(answer).replaceAll(JSON.stringify(item), '{"pk":"a"}')),
  );
});

import { type Call, nameCall, roundTrips } from './calls.ts';
import { type Cost, dynamoMeter, type Exchange, type Wire } from './dynamo.ts';

const s = (value: string) => ({ S: value });
/** An item of exactly `bytes`: pk, sk and the name of the filler count too. */
const itemOf = (bytes: number, extra: Wire = {}): Wire => {
  const base: Wire = { pk: s('P'), sk: s('S'), ...extra };
  const used = Object.entries(base).reduce((sum, [name, { S }]) => sum + name.length + String(S).length, 0);
  return { ...base, f: s('x'.repeat(bytes - used - 1)) };
};
const key: Wire = { pk: s('P'), sk: s('S') };
const gsi1: Wire = { gsi1pk: s('list'), gsi1sk: s('id') };
const gsi2: Wire = { gsi2pk: s('list2'), gsi2sk: s('id') };

const put = (item: Wire): Exchange => ({
  action: 'PutItem',
  request: { TableName: 't', Item: item },
  status: 200,
  response: {},
});
const remove: Exchange = {
  action: 'DeleteItem',
  request: { TableName: 't', Key: key },
  status: 200,
  response: {},
};
const update: Exchange = { ...remove, action: 'UpdateItem' };
const refused = (exchange: Exchange): Exchange => ({
  ...exchange,
  status: 400,
  response: { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' },
});
const transact = (TransactItems: unknown[]): Exchange => ({
  action: 'TransactWriteItems',
  request: { TransactItems },
  status: 200,
  response: {},
});
const batchWrite = (members: unknown[], response = {}): Exchange => ({
  action: 'BatchWriteItem',
  request: { RequestItems: { t: members } },
  status: 200,
  response,
});

/** The cost of the last exchange; `updated` is what an update leaves behind. */
async function lastCost(exchanges: Exchange[], updated: Wire = key): Promise<Cost> {
  const meter = dynamoMeter(async () =>
    Object.fromEntries(Object.entries(updated).map(([name, { S }]) => [name, S])),
  );
  let cost: Cost = { writes: 0, reads: 0, written: [] };
  for (const exchange of exchanges) cost = await meter(exchange);
  return cost;
}

/** Name, units of the last exchange, the exchanges, and what an update leaves behind. */
type WriteRow = [string, number, Exchange[], Wire?];

describe('write units', () => {
  test.each<WriteRow>([
    ['a put of 1,024 bytes', 1, [put(itemOf(1024))]],
    ['a put of 1,025 bytes', 2, [put(itemOf(1025))]],
    ['a put over a larger item pays for the larger', 4, [put(itemOf(4000)), put(itemOf(100))]],
    ['a put over a smaller item pays for the new one', 3, [put(itemOf(100)), put(itemOf(2500))]],
    ['an update pays for the whole item, not for the change', 3, [put(itemOf(3000)), update], itemOf(3000)],
    ['an update that shrinks pays for the item before', 3, [put(itemOf(3000)), update], itemOf(100)],
    ['an update that grows pays for the item after', 2, [put(itemOf(100)), update], itemOf(1500)],
    ['an update that creates', 1, [update], itemOf(700)],
    ['a delete pays for what it deletes', 3, [put(itemOf(3000)), remove]],
    ['a delete of nothing', 1, [remove]],
    ['a delete after a delete', 1, [put(itemOf(3000)), remove, remove]],
    ['a put into one index', 2, [put(itemOf(500, gsi1))]],
    ['a put into both indexes', 3, [put(itemOf(500, { ...gsi1, ...gsi2 }))]],
    ['an item with half of an index key is not in the index', 1, [put(itemOf(500, { gsi1pk: s('list') }))]],
    ['an index entry holds keys only, however large the item', 6, [put(itemOf(5000, gsi1))]],
    ['an update that leaves the index keys', 1, [put(itemOf(500, gsi1)), update], itemOf(600, gsi1)],
    [
      'an update that changes an index key deletes and puts the entry',
      3,
      [put(itemOf(500, gsi1)), update],
      itemOf(500, { ...gsi1, gsi1sk: s('other') }),
    ],
    ['an update that leaves the index', 2, [put(itemOf(500, gsi1)), update], itemOf(500)],
    ['a delete of an indexed item', 3, [put(itemOf(500, { ...gsi1, ...gsi2 })), remove]],
    [
      'a refused put pays for the larger, without index',
      3,
      [put(itemOf(2100)), refused(put(itemOf(500, gsi1)))],
    ],
    ['a refused put of a larger item', 2, [put(itemOf(100)), refused(put(itemOf(1500)))]],
    ['a refused update pays for the item that stands', 3, [put(itemOf(3000)), refused(update)]],
    ['a refused update of nothing', 1, [refused(update)]],
    ['a refused delete changes nothing', 3, [put(itemOf(3000)), refused(remove), remove]],
    [
      'an invalid request',
      0,
      [{ ...put(itemOf(100)), status: 400, response: { __type: 'ValidationException' } }],
    ],
    ['a transaction pays twice', 4, [transact([{ Put: { TableName: 't', Item: itemOf(1500) } }])]],
    [
      'a transaction pays once for an index entry',
      3,
      [transact([{ Put: { TableName: 't', Item: itemOf(500, gsi1) } }])],
    ],
    [
      'a transaction of update, delete and check',
      6,
      [
        transact([
          { Update: { TableName: 't', Key: { pk: s('a'), sk: s('') } } },
          { Delete: { TableName: 't', Key: { pk: s('b'), sk: s('') } } },
          { ConditionCheck: { TableName: 't', Key: { pk: s('c'), sk: s('') } } },
        ]),
      ],
    ],
    [
      'a cancelled transaction pays twice and writes nothing',
      4,
      [
        {
          ...transact([{ Put: { TableName: 't', Item: itemOf(1500, gsi1) } }]),
          status: 400,
          response: { __type: 'TransactionCanceledException' },
        },
      ],
    ],
    [
      'a batch rounds each item',
      5,
      [
        batchWrite([
          { PutRequest: { Item: { ...itemOf(1100), sk: s('1') } } },
          { PutRequest: { Item: { ...itemOf(1100, gsi1), sk: s('2') } } },
        ]),
      ],
    ],
    [
      'a batch does not pay for what came back unprocessed',
      1,
      [
        batchWrite(
          [{ PutRequest: { Item: itemOf(3000) } }, { DeleteRequest: { Key: { pk: s('P'), sk: s('2') } } }],
          { UnprocessedItems: { t: [{ PutRequest: { Item: itemOf(3000) } }] } },
        ),
      ],
    ],
    [
      'binary counts its bytes, not its base64',
      1,
      [put({ ...key, b: { B: Buffer.alloc(1000).toString('base64') } })],
    ],
  ])('%s: %d', async (...[, units, exchanges, updated]: WriteRow) => {
    expect((await lastCost(exchanges, updated)).writes).toBe(units);
  });
});

describe('read units', () => {
  const get = (item: Wire | null, consistent: boolean): Exchange => ({
    action: 'GetItem',
    request: { TableName: 't', Key: key, ConsistentRead: consistent },
    status: 200,
    response: item ? { Item: item } : {},
  });
  const query = (items: Wire[], consistent = false): Exchange => ({
    action: 'Query',
    request: { TableName: 't', ConsistentRead: consistent },
    status: 200,
    response: { Items: items },
  });
  const batchGet = (asked: number, items: Wire[], consistent: boolean): Exchange => ({
    action: 'BatchGetItem',
    request: { RequestItems: { t: { Keys: Array(asked).fill(key), ConsistentRead: consistent } } },
    status: 200,
    response: { Responses: { t: items } },
  });
  test.each<[string, number, Exchange]>([
    ['a get of 4,096 bytes', 0.5, get(itemOf(4096), false)],
    ['a get of 4,097 bytes', 1, get(itemOf(4097), false)],
    ['a consistent get', 1, get(itemOf(300), true)],
    ['a get of nothing', 0.5, get(null, false)],
    ['a consistent get of nothing', 1, get(null, true)],
    ['a query rounds the sum', 1, query([itemOf(3000), itemOf(3000)])],
    ['a consistent query', 2, query([itemOf(3000), itemOf(3000)], true)],
    ['a query that finds nothing', 0.5, query([])],
    ['a batch rounds each item', 1, batchGet(2, [itemOf(100), itemOf(100)], false)],
    ['a batch pays for what is missing', 2.5, batchGet(3, [itemOf(8193)], false)],
    ['a consistent batch', 3, batchGet(3, [itemOf(100)], true)],
  ])('%s: %d', async (_name, units, exchange) => {
    expect((await lastCost([exchange])).reads).toBe(units);
  });

  test.each(['ProjectionExpression', 'FilterExpression', 'Select'])('%s is refused', async (word) => {
    const exchange = { ...query([]), request: { TableName: 't', [word]: 'a' } };
    await expect(lastCost([exchange])).rejects.toThrow(word);
  });

  test('an action that it does not know is refused', async () => {
    await expect(lastCost([{ ...query([]), action: 'Scan' }])).rejects.toThrow('Scan');
  });
});

describe('calls', () => {
  const at = (began: number, ended: number) => ({ began, ended }) as Call;
  test.each<[string, number, Call[]]>([
    ['none', 0, []],
    ['one after the other', 3, [at(0, 10), at(11, 20), at(21, 30)]],
    ['side by side', 1, [at(0, 10), at(1, 9), at(2, 30)]],
    ['a long one beside two short ones', 2, [at(0, 50), at(0, 10), at(11, 20)]],
    ['two forks that join', 3, [at(0, 10), at(0, 30), at(11, 25), at(31, 40)]],
  ])('round trips of calls %s: %d', (_name, trips, calls) => {
    expect(roundTrips(calls)).toBe(trips);
  });

  const scope = (service: string) => ({
    authorization: `AWS4-HMAC-SHA256 Credential=AK/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host`,
  });
  test.each([
    ['POST', '/', { 'x-amz-target': 'DynamoDB_20120810.PutItem' }, '{}', 'dynamodb PutItem'],
    ['POST', '/', { 'x-amz-target': 'AmazonSQS.SendMessageBatch' }, '{}', 'sqs SendMessageBatch'],
    [
      'POST',
      '/',
      { ...scope('ses'), 'content-type': 'application/x-www-form-urlencoded' },
      'Action=SendRawEmail&Version=2010-12-01',
      'ses SendRawEmail',
    ],
    ['POST', '/v2/email/outbound-emails', scope('ses'), '{}', 'ses POST /v2/email/outbound-emails'],
    ['PUT', '/bodies/acc/msg?x-id=PutObject', scope('s3'), 'x', 's3 PutObject'],
    ['GET', '/bodies?list-type=2', scope('s3'), '', 's3 GetBucket'],
  ])('%s %s is named by its protocol', (method, path, headers, body, name) => {
    const { service, action } = nameCall({ method, path, headers, body });
    expect(`${service} ${action}`).toBe(name);
  });
});

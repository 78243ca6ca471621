import type { BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { backoff, type Schedule, type Waiting } from '../core/backoff.ts';
import type { Key } from '../store/schema.ts';
import type { Item, Query, Scan, Table } from '../store/table.ts';
import { keyText } from './key-text.ts';
import type { Dynamo } from './signed/dynamodb.ts';
import { type Client, writeSingle, writeTransaction } from './table-writes.ts';

type Document = Record<string, unknown>;

/** Unprocessed keys and items mean throttling, which lasts longer than a conflict. */
const throttled_ms: Schedule = { base: 25, cap: 1000 };

/** An error with the mark by which AWS's clients say that a call may be made again. */
const throttled = (message: string) => Object.assign(new Error(message), { $retryable: {} });

const waitForCapacity = (runtime: Waiting, attempt: number) =>
  runtime.sleep(backoff(runtime.random, attempt, throttled_ms));

/** At most 100 keys a call, the unprocessed ones again; throws after 8 rounds. */
async function batchGet({ db, name, runtime }: Client, keys: Key[], consistent: boolean) {
  const found = new Map<string, Item>();
  let rest = [...new Map(keys.map((key) => [keyText(key), key])).values()] as Document[];
  for (let round = 0; rest.length > 0; round++) {
    if (round > 8) throw throttled('BatchGetItem left keys unprocessed');
    if (round > 0) await waitForCapacity(runtime, round);
    const chunks: Document[][] = [];
    for (let i = 0; i < rest.length; i += 100) chunks.push(rest.slice(i, i + 100));
    const answers = await Promise.all(
      chunks.map((Keys) =>
        db.call('BatchGetItem', { RequestItems: { [name]: { Keys, ConsistentRead: consistent } } }),
      ),
    );
    rest = [];
    for (const answer of answers) {
      for (const item of answer.Responses?.[name] ?? []) found.set(keyText(item), item as Item);
      rest.push(...(answer.UnprocessedKeys?.[name]?.Keys ?? []));
    }
  }
  return keys.map((key) => found.get(keyText(key)) ?? null);
}

type BatchWrites = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** At most 25 writes a call, the unprocessed ones again; throws after 8 rounds. */
async function writeAll({ db, name, runtime }: Client, writes: BatchWrites) {
  let rest = writes;
  for (let round = 0; rest.length > 0; round++) {
    if (round > 8) throw throttled('BatchWriteItem left items unprocessed');
    if (round > 0) await waitForCapacity(runtime, round);
    const chunks = [];
    for (let i = 0; i < rest.length; i += 25) chunks.push(rest.slice(i, i + 25));
    const answers = await Promise.all(
      chunks.map((chunk) => db.call('BatchWriteItem', { RequestItems: { [name]: chunk } })),
    );
    rest = answers.flatMap((answer) => answer.UnprocessedItems?.[name] ?? []);
  }
}

/** Deletes follow once all puts are taken, so that a row that moves is at one of its places at least. */
async function batchWrite(client: Client, puts: Item[], deletes: Key[]) {
  const putting = puts.map((Item) => ({ PutRequest: { Item } }));
  const deleting = deletes.map((Key) => ({ DeleteRequest: { Key } }));
  await writeAll(client, putting);
  await writeAll(client, deleting);
}

async function query({ db, name }: Client, q: Query) {
  // DynamoDB refuses a BETWEEN of which the lower end is above the upper one; nothing is in such a range.
  if (q.least !== undefined && q.after !== undefined && q.descending && q.least > q.after)
    return { items: [], more: false };
  const [pk, sk] = q.index ? [`${q.index}pk`, `${q.index}sk`] : ['pk', 'sk'];
  const conditions = ['#pk = :pk'];
  const names: Record<string, string> = { '#pk': pk };
  const values: Document = { ':pk': q.pk };
  // DynamoDB takes one condition per sort key: a prefix that is paged through becomes a range.
  if (q.after !== undefined || q.prefix !== undefined || q.least !== undefined) names['#sk'] = sk;
  if (q.least !== undefined) {
    // Descending, `after` is the upper end of the range.
    conditions.push(q.after === undefined ? '#sk >= :least' : '#sk BETWEEN :least AND :after');
    values[':least'] = q.least;
    if (q.after !== undefined) values[':after'] = q.after;
  } else if (q.after !== undefined && q.prefix !== undefined) {
    conditions.push('#sk BETWEEN :low AND :high');
    values[':low'] = q.descending ? q.prefix : q.after;
    values[':high'] = q.descending ? q.after : `${q.prefix}\uffff`;
  } else if (q.after !== undefined) {
    conditions.push(q.descending ? '#sk < :after' : '#sk > :after');
    values[':after'] = q.after;
  } else if (q.prefix !== undefined) {
    conditions.push('begins_with(#sk, :prefix)');
    values[':prefix'] = q.prefix;
  }
  const inclusive = q.after !== undefined && (q.prefix !== undefined || q.least !== undefined);
  const answer = await db.call('Query', {
    TableName: name,
    KeyConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
    ScanIndexForward: !q.descending,
    ...(q.index && { IndexName: q.index }),
    // One more shows whether there is more: a page that is just full has a LastEvaluatedKey too. A BETWEEN is
    // inclusive: another one, so that dropping `after` itself still fills the page.
    ...(q.limit && { Limit: q.limit + (inclusive ? 2 : 1) }),
    ...(q.consistent && { ConsistentRead: true }),
  });
  const found = ((answer.Items ?? []) as Item[]).filter((item) => item[sk] !== q.after);
  const items = found.slice(0, q.limit);
  return { items, more: answer.LastEvaluatedKey !== undefined || items.length < found.length };
}

async function scan({ db, name }: Client, { after, part, parts, attributes }: Scan) {
  const read = ['pk', 'sk', ...attributes];
  const answer = await db.call('Scan', {
    TableName: name,
    Segment: part,
    TotalSegments: parts,
    ProjectionExpression: read.map((_, i) => `#${i}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(read.map((attribute, i) => [`#${i}`, attribute])),
    ConsistentRead: true,
    ...(after && { ExclusiveStartKey: after }),
  });
  const next = (answer.LastEvaluatedKey as Key | undefined) ?? null;
  return { items: (answer.Items ?? []) as Item[], next };
}

export function dynamoTable(db: Dynamo, name: string, runtime: Waiting): Table {
  const client = { db, name, runtime };
  return {
    get: async (key, options) => {
      const ConsistentRead = options?.consistent ?? false;
      const answer = await db.call('GetItem', { TableName: name, Key: key, ConsistentRead });
      return (answer.Item as Item | undefined) ?? null;
    },
    batchGet: (keys, options) => batchGet(client, keys, options?.consistent ?? false),
    put: async (item, e) => {
      await writeSingle(client, { put: item, ...e });
    },
    update: async (key, expression, { once, ...e } = {}) =>
      (await writeSingle(client, { update: key, expression, ...e }, { once })) as Item,
    delete: async (key, e) => {
      await writeSingle(client, { delete: key, ...e });
    },
    batchWrite: ({ puts = [], deletes = [] }) => batchWrite(client, puts, deletes),
    transact: (writes, options) => writeTransaction(client, writes, options),
    query: (q) => query(client, q),
    scan: (s) => scan(client, s),
  };
}

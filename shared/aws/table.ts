import { backoff, type Schedule, type Waiting } from '../core/backoff.ts';
import { chunksOf, inParallel } from '../core/in-parallel.ts';
import type { Key } from '../store/schema.ts';
import type { Item, Query, Scan, Table } from '../store/table.ts';
import type { Dynamo, Input } from './dynamo.ts';
import { type Client, writeSingle, writeTransaction } from './table-writes.ts';

type Document = Record<string, unknown>;

/** A key as one string. The length of `pk` tells apart pairs that would join to the same string. */
const keyText = ({ pk, sk }: Document): string => `${String(pk).length} ${pk}${sk}`;

/** Unprocessed keys and items mean throttling, which lasts longer than a conflict. */
const throttled_ms: Schedule = { base: 25, cap: 1000 };

/** An error marked as retryable, like those of the AWS clients. */
const throttled = (message: string) => Object.assign(new Error(message), { $retryable: {} });

/** Sends `size` entries per call, and resends unprocessed entries. Throws after 8 rounds. */
async function inRounds<Entry>(
  { runtime }: Client,
  { entries, size, fault }: { entries: Entry[]; size: number; fault: string },
  call: (chunk: Entry[]) => Promise<Entry[]>,
): Promise<void> {
  let rest = entries;
  for (let round = 0; rest.length > 0; round++) {
    if (round > 8) throw throttled(fault);
    if (round > 0) await runtime.sleep(backoff(runtime.random, round, throttled_ms));
    const chunks = chunksOf(rest, size);
    rest = (await inParallel(chunks, chunks.length, call)).flat();
  }
}

/** The items of these keys, in order. Null for a missing item. DynamoDB takes at most 100 keys per call. */
async function batchGet(client: Client, keys: Key[], ConsistentRead: boolean) {
  const { db, name } = client;
  const found = new Map<string, Item>();
  const entries: Document[] = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  await inRounds(
    client,
    { entries, size: 100, fault: 'BatchGetItem left keys unprocessed' },
    async (Keys) => {
      const answer = await db.call('BatchGetItem', { RequestItems: { [name]: { Keys, ConsistentRead } } });
      for (const item of answer.Responses?.[name] ?? []) found.set(keyText(item), item as Item);
      return answer.UnprocessedKeys?.[name]?.Keys ?? [];
    },
  );
  return keys.map((key) => found.get(keyText(key)) ?? null);
}

type BatchWrites = NonNullable<Input<'BatchWriteItem'>['RequestItems']>[string];

/** Sends all these writes. DynamoDB takes at most 25 per call. */
const writeAll = (client: Client, entries: BatchWrites) =>
  inRounds(client, { entries, size: 25, fault: 'BatchWriteItem left items unprocessed' }, async (chunk) => {
    const answer = await client.db.call('BatchWriteItem', { RequestItems: { [client.name]: chunk } });
    return answer.UnprocessedItems?.[client.name] ?? [];
  });

/** Deletes follow after all puts, so a moving row is always in at least one place. */
async function batchWrite(client: Client, puts: Item[], deletes: Key[]) {
  const putting = puts.map((Item) => ({ PutRequest: { Item } }));
  const deleting = deletes.map((Key) => ({ DeleteRequest: { Key } }));
  await writeAll(client, putting);
  await writeAll(client, deleting);
}

/** The condition on the sort key. DynamoDB allows only one, so paging through a prefix becomes a range. */
function rangeOf({ after, prefix, least, descending }: Query): [condition: string, values: Document] {
  // In descending order, `after` is the upper end of the range.
  if (least !== undefined && after !== undefined)
    return ['#sk BETWEEN :least AND :after', { ':least': least, ':after': after }];
  if (least !== undefined) return ['#sk >= :least', { ':least': least }];
  if (after !== undefined && prefix !== undefined) {
    const [low, high] = descending ? [prefix, after] : [after, `${prefix}\uffff`];
    return ['#sk BETWEEN :low AND :high', { ':low': low, ':high': high }];
  }
  if (after !== undefined) return [descending ? '#sk < :after' : '#sk > :after', { ':after': after }];
  return prefix === undefined ? ['', {}] : ['begins_with(#sk, :prefix)', { ':prefix': prefix }];
}

/** The keys and these attributes, each under an alias: DynamoDB reserves many names. */
function projectionOf(attributes: string[]) {
  const names = Object.fromEntries(['pk', 'sk', ...attributes].map((attribute, i) => [`#${i}`, attribute]));
  return { names, expression: Object.keys(names).join(', ') };
}

async function query({ db, name }: Client, q: Query) {
  // DynamoDB rejects a BETWEEN whose lower end is above its upper end. Such a range is empty anyway.
  if (q.least !== undefined && q.after !== undefined && q.descending && q.least > q.after)
    return { items: [], more: false };
  const [pk, sk] = q.index ? [`${q.index}pk`, `${q.index}sk`] : ['pk', 'sk'];
  const [range, values] = rangeOf(q);
  const shown = q.attributes && projectionOf(q.attributes);
  const inclusive = q.after !== undefined && (q.prefix !== undefined || q.least !== undefined);
  const answer = await db.call('Query', {
    TableName: name,
    KeyConditionExpression: `#pk = :pk${range && ` AND ${range}`}`,
    ExpressionAttributeNames: { '#pk': pk, ...(range && { '#sk': sk }), ...shown?.names },
    ...(shown && { ProjectionExpression: shown.expression }),
    ExpressionAttributeValues: { ':pk': q.pk, ...values },
    ScanIndexForward: !q.descending,
    ...(q.index && { IndexName: q.index }),
    // One extra item shows whether more follow, because an exactly full page also has a LastEvaluatedKey.
    // BETWEEN includes `after`, so another extra item makes up for dropping it.
    ...(q.limit && { Limit: q.limit + (inclusive ? 2 : 1) }),
    ...(q.consistent && { ConsistentRead: true }),
  });
  const found = ((answer.Items ?? []) as Item[]).filter((item) => item[sk] !== q.after);
  const items = found.slice(0, q.limit);
  return { items, more: answer.LastEvaluatedKey !== undefined || items.length < found.length };
}

async function scan({ db, name }: Client, { after, part, parts, attributes }: Scan) {
  const { names, expression } = projectionOf(attributes);
  const answer = await db.call('Scan', {
    TableName: name,
    Segment: part,
    TotalSegments: parts,
    ProjectionExpression: expression,
    ExpressionAttributeNames: names,
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

import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../../shared/aws/table.ts';
import { wire } from '../../../shared/aws/wire.ts';
import type { Runtime } from '../../../shared/core/runtime.ts';
import type { Objects } from '../../../shared/store/objects.ts';
import { sizeOf } from '../../../shared/store/size.ts';
import { changed, holds } from './evaluate.ts';
import { type Condition, type Expressions, type Path, parse } from './expressions.ts';
import { checkKey, createItems, type Index, type Key } from './items.ts';
import { type Attributes, compareTexts, Invalid, storedItem } from './values.ts';

type Call = Parameters<typeof wire.pass>[0];
type Write = Expressions & { TableName: string; Item?: Attributes; Key?: Key };
type Get = { Key: Key; ConsistentRead?: boolean };
type Keys = { Keys: Key[]; ConsistentRead?: boolean };
type Query = Expressions & {
  IndexName?: Index;
  Limit?: number;
  ScanIndexForward?: boolean;
  ConsistentRead?: boolean;
  ExclusiveStartKey?: unknown;
};
type Scan = { ExclusiveStartKey?: Key; Segment?: number; TotalSegments?: number };
type Conflicts = { transactions: number; single: number };
type Options = {
  /** How late indexes are, and eventually consistent reads that are late. */
  lag_ms: number;
  /**
   * The share of reads without ConsistentRead that are late, from 0 to 1, and the keys that may be late. For a query,
   * its partition and prefix.
   */
  stale?: { share: number; of: (key: Key) => boolean };
  now: () => number;
  random: () => number;
  conflicts: Conflicts;
  /** For models with their own clock: a call takes no time. */
  at_once?: true;
};
type Kind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

const refused = (name: string, message: string, fields: object = {}) =>
  Object.assign(
    new DynamoDBServiceException({ name, message, $fault: 'client', $metadata: { httpStatusCode: 400 } }),
    fields,
  );

const page_bytes = 1024 * 1024;
const transaction_bytes = 4 * 1024 * 1024;
const conflictMessage = 'Transaction is ongoing for the item';
const conditionMessage = 'The conditional request failed';

/**
 * The item after a write, or undefined after a delete. `failed` if its condition doesn't hold, with the stored item.
 */
type Effect =
  | { key: Key; after?: Attributes | undefined; writes: boolean }
  | { failed: Attributes | undefined };

const keyOf = ({ Item, Key: key }: Write): Key => {
  const { pk, sk } = (key ?? Item) as Key;
  return { pk, sk };
};

/** The attributes of a projection, which are all top-level. */
const onlyOf = (item: Attributes, shown: Path[]): Attributes =>
  Object.fromEntries(shown.flatMap(([name]) => (String(name) in item ? [[name, item[String(name)]]] : [])));

/** A call can't have two entries for one item. */
function checkDistinct(all: Key[]): void {
  if (new Set(all.map(({ pk, sk }) => JSON.stringify([pk, sk]))).size < all.length)
    throw new Invalid('Provided list of item keys contains duplicates');
}

/** A table in this process that responds like DynamoDB. Requests of one client overlap, as on the network. */
function memoryTable({ lag_ms, stale, now, random, conflicts, at_once }: Options) {
  const items = createItems(lag_ms, now);
  const isLate = (key: Key, consistent = false) =>
    stale !== undefined && !consistent && stale.of(key) && random() < stale.share;
  const read = (key: Key, consistent?: boolean) => {
    checkKey(key);
    return items.copy(isLate(key, consistent) ? items.getLate(key) : items.get(key));
  };

  function effectOf(kind: Kind, write: Write): Effect {
    const key = keyOf(write);
    checkKey(key);
    const stored = items.get(key);
    const { condition, changes } = parse(write);
    const values = storedItem(write.ExpressionAttributeValues ?? {});
    if (condition && !holds(stored ?? {}, condition, values)) return { failed: stored };
    if (kind === 'ConditionCheck') return { key, writes: false };
    if (kind === 'Delete') return { key, writes: true };
    const after =
      kind === 'Put' ? storedItem(write.Item ?? {}) : changed(stored ?? { ...key }, changes ?? [], values);
    items.check(after);
    return { key, after, writes: true };
  }

  function commit(effect: Effect): void {
    if ('failed' in effect || !effect.writes) return;
    if (effect.after === undefined) items.delete(effect.key);
    else items.put(effect.after);
  }

  const stored = (item: Attributes | undefined) => item && { Item: items.copy(item) };

  function single(kind: Kind, write: Write) {
    if (random() < conflicts.single) throw refused('TransactionConflictException', conflictMessage);
    const effect = effectOf(kind, write);
    if ('failed' in effect)
      throw refused('ConditionalCheckFailedException', conditionMessage, stored(effect.failed));
    commit(effect);
    return { Attributes: items.copy(effect.after) };
  }

  function transact({ TransactItems }: { TransactItems: Partial<Record<Kind, Write>>[] }) {
    const parts = TransactItems.map((part) => Object.entries(part)[0] as [Kind, Write]);
    const names = parts.map(([, write]) => JSON.stringify(keyOf(write)));
    if (parts.length === 0 || parts.length > 100) throw new Invalid('1 to 100 parts are a transaction');
    if (new Set(names).size < names.length)
      throw new Invalid('Transaction request cannot include multiple operations on one item');
    const hit = random() < conflicts.transactions ? Math.floor(random() * parts.length) : null;
    const effects = parts.map(([kind, write]) => effectOf(kind, write));
    const written = effects.map((effect) => ('after' in effect && effect.after ? sizeOf(effect.after) : 0));
    if (written.reduce((sum, bytes) => sum + bytes, 0) > transaction_bytes)
      throw new Invalid('Transaction request cannot be larger than 4 MB');
    const CancellationReasons = effects.map((effect, i) => {
      if (i === hit) return { Code: 'TransactionConflict', Message: conflictMessage };
      if (hit !== null || !('failed' in effect)) return { Code: 'None' };
      return { Code: 'ConditionalCheckFailed', Message: conditionMessage, ...stored(effect.failed) };
    });
    if (CancellationReasons.some(({ Code }) => Code !== 'None'))
      throw refused('TransactionCanceledException', 'Transaction cancelled', { CancellationReasons });
    for (const effect of effects) commit(effect);
    return {};
  }

  /** The required value of the partition key. */
  function partitionOf(key: Condition | undefined, values: Attributes): string {
    const first = key && 'all' in key ? key.all[0] : key;
    const right = first && 'compare' in first && first.compare === '=' ? first.right : undefined;
    const value = right && 'value' in right ? values[right.value] : undefined;
    if (typeof value !== 'string') throw new Invalid('Query condition missed key schema element');
    return value;
  }

  function query(input: Query) {
    if (input.ExclusiveStartKey !== undefined)
      throw new Error('The in-memory table does not support paging by a start key.');
    if (input.IndexName && input.ConsistentRead)
      throw new Invalid('Consistent reads are not supported on indexes');
    const { key, shown } = parse(input);
    const values = storedItem(input.ExpressionAttributeValues ?? {});
    checkRange(input.KeyConditionExpression, values);
    const { IndexName: index, ConsistentRead } = input;
    const pk = partitionOf(key, values);
    checkKey({ pk });
    for (const sk of Object.values(values)) if (typeof sk === 'string' && sk !== pk) checkKey({ sk });
    const late = index !== undefined || isLate({ pk, sk: String(values[':prefix'] ?? '') }, ConsistentRead);
    const all = items.partition(pk, { index, late });
    const found = all.filter((item) => key && holds(item, key, values));
    if (input.ScanIndexForward === false) found.reverse();
    const Items: Attributes[] = [];
    for (let bytes = 0; Items.length < found.length && Items.length < (input.Limit ?? Infinity); ) {
      const item = found[Items.length] as Attributes;
      Items.push(storedItem(shown ? onlyOf(item, shown) : item));
      bytes += sizeOf(item);
      if (bytes > page_bytes) break;
    }
    // As in DynamoDB, a full page ends with a key, whether or not there is more.
    const full = Items.length < found.length || Items.length === input.Limit;
    return {
      Items,
      Count: Items.length,
      ...(full && { LastEvaluatedKey: keyOf({ TableName: '', Key: Items.at(-1) as Key }) }),
    };
  }

  /** Pages of a few whole partitions, so that tests meet page ends. */
  function scan({ ExclusiveStartKey: after, Segment = 0, TotalSegments = 1 }: Scan) {
    const own = items.partitions().filter((_, i) => i % TotalSegments === Segment);
    const all = own.flatMap((pk) => items.partition(pk, { late: false }));
    // The item of `after` may be deleted by now.
    const isAfter = ({ pk, sk }: Key, { pk: last, sk: lastSort }: Key) =>
      pk === last ? compareTexts(sk, lastSort) > 0 : own.indexOf(pk) > own.indexOf(last);
    const rest = after ? all.filter((item) => isAfter(item as Key, after)) : all;
    const Items = rest.slice(0, 100).map((item) => items.copy(item) as Attributes);
    const { pk, sk } = (Items.at(-1) ?? {}) as Key;
    return { Items, ...(rest.length > 100 && { LastEvaluatedKey: { pk, sk } }) };
  }

  function batchGet({ RequestItems }: { RequestItems: Record<string, Keys> }) {
    const [[name, { Keys, ConsistentRead }] = ['', { Keys: [] } as Keys]] = Object.entries(RequestItems);
    if (Keys.length > 100) throw new Invalid('Too many items requested for the BatchGetItem call');
    checkDistinct(Keys);
    return { Responses: { [name]: Keys.flatMap((key) => read(key, ConsistentRead) ?? []) } };
  }

  type Batched = { PutRequest?: { Item: Attributes }; DeleteRequest?: { Key: Key } };
  function batchWrite({ RequestItems }: { RequestItems: Record<string, Batched[]> }) {
    const writes = Object.values(RequestItems).flat();
    if (writes.length > 25) throw new Invalid('Too many items in the BatchWriteItem call');
    checkDistinct(
      writes.map(({ PutRequest, DeleteRequest }) =>
        keyOf({ TableName: '', ...PutRequest, ...DeleteRequest }),
      ),
    );
    for (const { PutRequest, DeleteRequest } of writes) {
      const kind = PutRequest ? 'Put' : 'Delete';
      commit(effectOf(kind, { TableName: '', ...(PutRequest ?? DeleteRequest) } as Write));
    }
    return {};
  }

  const operations: Record<string, (input: never) => unknown> = {
    GetItem: ({ Key: key, ConsistentRead }: Get) => ({ Item: read(key, ConsistentRead) }),
    PutItem: (input: Write) => single('Put', input),
    UpdateItem: (input: Write) => single('Update', input),
    DeleteItem: (input: Write) => single('Delete', input),
    TransactWriteItems: transact,
    Query: query,
    Scan: scan,
    BatchGetItem: batchGet,
    BatchWriteItem: batchWrite,
  };

  async function send({ operation: name, input }: Call): Promise<object> {
    const operation = operations[name];
    if (operation === undefined) throw new Error(`The in-memory table does not support ${name}.`);
    const isWrite = /^(Put|Update|BatchWrite|TransactWrite)/.test(name);
    if (!at_once) await (isWrite ? nextMillisecond(now) : nextTick());
    try {
      return operation(input as never) as object;
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      throw refused(error.name, error.message);
    } finally {
      if (!at_once) await nextTick();
    }
  }
  return { send, items, catchUp: items.catchUp };
}

/** No write ends in the millisecond in which it begins, so that ids of consecutive objects are in order. */
async function nextMillisecond(now: () => number): Promise<void> {
  const began = now();
  do await wait(1);
  while (now() <= began);
}

/** BETWEEN is refused if the lower bound is above the upper one. */
function checkRange(expression = '', values: Attributes): void {
  const [, low = '', high = ''] = / BETWEEN (:\w+) AND (:\w+)/.exec(expression) ?? [];
  if (low !== '' && compareTexts(String(values[low]), String(values[high])) > 0)
    throw new Invalid('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
}

type Input = { TableName?: string; RequestItems?: object; TransactItems?: object[] };

const tableOf = ({ TableName, RequestItems, TransactItems = [] }: Input) => {
  const [part] = TransactItems.flatMap((one) => Object.values(one) as { TableName: string }[]);
  return TableName ?? part?.TableName ?? Object.keys(RequestItems ?? {})[0];
};

/** A model's own table and bucket, and their content. */
export function modelTable(runtime: Runtime) {
  const { now } = runtime;
  const conflicts = { transactions: 0, single: 0 };
  const { send, items } = memoryTable({ lag_ms: 0, now, random: () => 1, conflicts, at_once: true });
  const call = (operation: string, input: object) => send({ service: 'dynamodb', operation, input });
  const bucket = new Map<string, Uint8Array>();
  const objects: Objects = {
    put: async (key, bytes) => void bucket.set(key, bytes),
    get: async (key) => bucket.get(key) ?? null,
    remove: async (key) => void bucket.delete(key),
  };
  const table = dynamoTable({ call } as unknown as Parameters<typeof dynamoTable>[0], 'model', runtime);
  return { table, items, objects, bucket };
}

/** Redirects the calls for this table to one in this process. */
export function installMemoryTable(
  name: () => string | undefined,
  options: Options,
): { catchUp: () => void } {
  const table = memoryTable(options);
  const { pass } = wire;
  wire.pass = (call, next) => {
    const asked = call.service === 'dynamodb' ? tableOf(call.input) : undefined;
    const mine = asked !== undefined && asked === name();
    return pass(call, mine ? () => table.send(call) : next);
  };
  return table;
}

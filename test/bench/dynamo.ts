import {
  batchReadUnits,
  bytesOf,
  type Change,
  changeUnits,
  getUnits,
  type Item,
  indexKeys,
  queryUnits,
  refusedUnits,
  transactedUnits,
  type Units,
} from './capacity.ts';

/** An attribute in the JSON protocol: one member, named after its type. */
type Attribute = Record<string, unknown>;
export type Wire = Record<string, Attribute>;
type Key = { TableName: string; Key: Wire };
type Put = { TableName: string; Item: Wire };
type Body = Record<string, unknown>;

/** One exchange with DynamoDB, with parsed bodies. */
type Exchange = { action: string; request: Body; status: number; response: Body };

/**
 * The cost of one write: its item's sort key, the item's size afterwards (0 if deleted), and the written partition
 * keys of the table and its indexes.
 */
type Written = { sk: string; units: number; bytes: number; keys: { table: string; indexes: string[] } };

/** The cost of one exchange, in total and per item. */
export type Cost = Units & { written: Written[] };

/** Reads an item's current state without measuring it. */
type ReadBack = (table: string, key: Wire) => Promise<Item | null>;

type Write = { table: string; key: Wire; next: Item | null | 'updated' };

/** With these words, DynamoDB reads more than it returns, so sizes are unknown. */
const unmeasurable = ['ProjectionExpression', 'FilterExpression', 'AttributesToGet', 'Select'];

const keyOf = (item: Wire): Wire => ({ pk: item.pk, sk: item.sk }) as Wire;
const nameOf = (table: string, key: Wire): string => `${table}\n${JSON.stringify([key.pk, key.sk])}`;

/** Converts an item from the wire: numbers to numbers, binary to bytes, and sets to lists. */
export function plain(item: Wire): Item {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(attribute: Attribute): unknown {
  const [[type, value] = ['NULL', true]] = Object.entries(attribute);
  switch (type) {
    case 'N':
      return Number(value);
    case 'B':
      return Buffer.from(value as string, 'base64');
    case 'NULL':
      return null;
    case 'M':
      return plain(value as Wire);
    case 'L':
      return (value as Attribute[]).map(plainValue);
    case 'NS':
      return (value as string[]).map(Number);
    case 'BS':
      return (value as string[]).map((each) => Buffer.from(each, 'base64'));
    default:
      return value;
  }
}

/**
 * Counts what each exchange costs on AWS. It keeps a copy of every item written through it, to know the size before a
 * write, so it must see all writes to its tables. Throws for what it can't count.
 */
export function dynamoMeter(readBack: ReadBack) {
  const items = new Map<string, Item>();

  /** The item before and after a successful write. Remembers the new one. */
  async function apply({ table, key, next }: Write): Promise<Change> {
    const name = nameOf(table, key);
    const old = items.get(name) ?? null;
    const now = next === 'updated' ? await readBack(table, key) : next;
    if (now) items.set(name, now);
    else items.delete(name);
    return { old, next: now };
  }

  const initialProgress = ({ table, key, next }: Write): Change => ({
    old: items.get(nameOf(table, key)) ?? null,
    next: next === 'updated' ? null : next,
  });

  async function costOfWrites(writes: Write[], status: number, response: Body, transaction: boolean) {
    const error = status === 200 ? null : String(response.__type ?? '').replace(/^.*#/, '');
    const billed = [null, 'ConditionalCheckFailedException', 'TransactionCanceledException'].includes(error);
    const written: Cost['written'] = [];
    for (const write of billed ? writes : []) {
      const change = error === null ? await apply(write) : initialProgress(write);
      const units =
        error !== null
          ? refusedUnits(change) * (transaction ? 2 : 1)
          : (transaction ? transactedUnits : changeUnits)(change);
      const keys = { table: String(write.key.pk?.S ?? ''), indexes: error === null ? indexKeys(change) : [] };
      written.push({ sk: String(write.key.sk?.S ?? ''), units, bytes: bytesOf(change.next), keys });
    }
    return { reads: 0, writes: written.reduce((sum, { units }) => sum + units, 0), written };
  }

  return async ({ action, request, status, response }: Exchange): Promise<Cost> => {
    const word = unmeasurable.find((name) => name in request);
    if (word) throw new Error(`the meter cannot count a ${action} with ${word}`);
    const writes = writesOf(action, request);
    if (writes) return costOfWrites(unprocessedOut(writes, response), status, response, action === transact);
    return { reads: status === 200 ? readsOf(action, request, response) : 0, writes: 0, written: [] };
  };
}

const transact = 'TransactWriteItems';

/** A request's single writes, or null if it isn't a write. */
function writesOf(action: string, request: Body): Write[] | null {
  switch (action) {
    case 'PutItem':
      return [putOf(request as Put)];
    case 'UpdateItem':
      return [updateOf(request as Key)];
    case 'DeleteItem':
      return [deleteOf(request as Key)];
    case 'BatchWriteItem':
      return Object.entries(request.RequestItems as Record<string, BatchMember[]>).flatMap(
        ([TableName, members]) =>
          members.map(({ PutRequest, DeleteRequest }) =>
            PutRequest
              ? putOf({ TableName, ...PutRequest })
              : deleteOf({ TableName, Key: {}, ...DeleteRequest }),
          ),
      );
    case transact:
      return (request.TransactItems as Member[]).map(memberOf);
    default:
      return null;
  }
}

type BatchMember = { PutRequest?: { Item: Wire }; DeleteRequest?: { Key: Wire } };
type Member = { Put?: Put; Update?: Key; Delete?: Key; ConditionCheck?: Key };

const putOf = ({ TableName, Item }: Put): Write => ({
  table: TableName,
  key: keyOf(Item),
  next: plain(Item),
});
const updateOf = ({ TableName, Key }: Key): Write => ({ table: TableName, key: Key, next: 'updated' });
const deleteOf = ({ TableName, Key }: Key): Write => ({ table: TableName, key: Key, next: null });

function memberOf({ Put, Update, Delete, ConditionCheck }: Member): Write {
  if (Put) return putOf(Put);
  if (Delete) return deleteOf(Delete);
  const unchanged = Update ?? ConditionCheck;
  if (!unchanged) throw new Error('the meter does not support this transaction member');
  return updateOf(unchanged);
}

/** Unprocessed items were not written and are not billed. */
function unprocessedOut(writes: Write[], response: Body): Write[] {
  const left = Object.entries((response.UnprocessedItems ?? {}) as Record<string, BatchMember[]>).flatMap(
    ([table, members]) =>
      members.map(({ PutRequest, DeleteRequest }) =>
        nameOf(table, PutRequest ? keyOf(PutRequest.Item) : (DeleteRequest?.Key ?? {})),
      ),
  );
  return writes.filter(({ table, key }) => !left.includes(nameOf(table, key)));
}

function readsOf(action: string, request: Body, response: Body): number {
  const consistent = request.ConsistentRead === true;
  switch (action) {
    case 'GetItem':
      return getUnits(response.Item ? plain(response.Item as Wire) : null, consistent);
    case 'Query':
      return queryUnits(((response.Items ?? []) as Wire[]).map(plain), consistent);
    case 'BatchGetItem':
      return Object.entries(request.RequestItems as Record<string, BatchKeys>).reduce(
        (sum, [table, { Keys, ConsistentRead }]) => {
          const answered = ((response.Responses as Record<string, Wire[]>)?.[table] ?? []).map(plain);
          const left = (response.UnprocessedKeys as Record<string, BatchKeys>)?.[table]?.Keys.length ?? 0;
          return sum + batchReadUnits(answered, Keys.length - left, ConsistentRead === true);
        },
        0,
      );
    default:
      throw new Error(`the meter cannot count ${action}`);
  }
}

type BatchKeys = { Keys: Wire[]; ConsistentRead?: boolean };

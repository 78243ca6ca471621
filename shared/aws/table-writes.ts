import { type Waiting, waitAfterConflict } from '../core/backoff.ts';
import {
  ConditionFailed,
  type Expression,
  type Item,
  isTransactionConflict,
  TransactionConflict,
  type Write,
} from '../store/table.ts';
import type { Dynamo, SendOptions } from './dynamo.ts';

export type Client = { db: Dynamo; name: string; runtime: Waiting };

/** A write that can also be sent on its own, without a transaction. */
type SingleWrite = Exclude<Write, { check: unknown }>;

/** Attempts of a single write while transactions hold its item, because the SDK retries only transactions. */
const singleAttempts = 6;

const expressionOf = ({ condition, names, values }: Expression) => ({
  ...(condition && { ConditionExpression: condition }),
  ...(names && { ExpressionAttributeNames: names }),
  ...(values && { ExpressionAttributeValues: values }),
});

/** A write as part of a DynamoDB transaction. Each part also works as the input of a single operation. */
function partOf(TableName: string, write: Write) {
  const rest = { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const, ...expressionOf(write) };
  if ('put' in write) return { Put: { Item: write.put, ...rest } };
  if ('delete' in write) return { Delete: { Key: write.delete, ...rest } };
  if ('update' in write)
    return { Update: { Key: write.update, UpdateExpression: write.expression, ...rest } };
  return { ConditionCheck: { Key: write.check, ...rest, ConditionExpression: write.condition } };
}

type Failure = { Item?: Item };
type Reason = Failure & { Code?: string };
type Failed = Failure & { name?: string; CancellationReasons?: Reason[] };

/** `failures` by write. Null if its condition held. */
function conditionFailed(failures: (Failure | null)[], writes: Write[]): ConditionFailed {
  const failed = new Map<string, Item | null>();
  for (const [i, failure] of failures.entries()) {
    const label = writes[i]?.label;
    if (failure !== null && label !== undefined) failed.set(label, failure.Item ?? null);
  }
  return new ConditionFailed(failures.find((failure) => failure !== null)?.Item ?? null, failed);
}

/** Translates DynamoDB's errors to the table's own. Other errors stay unchanged. */
function tableError(error: unknown, writes: Write[]): unknown {
  const { name, CancellationReasons: reasons = [], ...failure } = error as Failed;
  if (name === 'ConditionalCheckFailedException') return conditionFailed([failure], writes);
  if (name === 'TransactionConflictException') return new TransactionConflict();
  if (name !== 'TransactionCanceledException') return error;
  const failed = reasons.map((reason) => (reason.Code === 'ConditionalCheckFailed' ? reason : null));
  if (failed.some((reason) => reason !== null)) return conditionFailed(failed, writes);
  // Nothing was written, because another transaction held an item or DynamoDB throttled it.
  const passing = reasons.some(({ Code = '' }) => /TransactionConflict|Throttl|Throughput/.test(Code));
  return passing ? new TransactionConflict() : error;
}

async function sendSingle(
  { db, name }: Client,
  write: SingleWrite,
  options: SendOptions,
): Promise<Item | null> {
  try {
    const { Put, Delete, Update } = partOf(name, write);
    if (Put) await db.call('PutItem', Put);
    if (Delete) await db.call('DeleteItem', Delete);
    if (!Update) return null;
    const input = { ...Update, ReturnValues: 'ALL_NEW' as const };
    return (await db.call('UpdateItem', input, options)).Attributes as Item;
  } catch (error) {
    throw tableError(error, [write]);
  }
}

/**
 * Sends one write. Returns the item after an update, or null otherwise. Throws ConditionFailed and
 * TransactionConflict.
 */
export async function writeSingle(
  client: Client,
  write: SingleWrite,
  options: SendOptions = {},
): Promise<Item | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendSingle(client, write, options);
    } catch (error) {
      if (!isTransactionConflict(error) || attempt + 1 >= singleAttempts) throw error;
      await waitAfterConflict(client.runtime, attempt);
    }
  }
}

/**
 * Sends writes as one transaction. A single write is sent without a transaction, unless `once`. Throws
 * ConditionFailed and TransactionConflict.
 */
export async function writeTransaction(
  client: Client,
  writes: Write[],
  { once = false }: SendOptions = {},
): Promise<void> {
  const [only, ...others] = writes;
  if (only !== undefined && others.length === 0 && !('check' in only) && !once) {
    await writeSingle(client, only);
    return;
  }
  const TransactItems = writes.map((write) => partOf(client.name, write));
  try {
    await client.db.call('TransactWriteItems', { TransactItems });
  } catch (error) {
    throw tableError(error, writes);
  }
}

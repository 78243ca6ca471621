import { randomUUID } from 'node:crypto';
import type * as sdk from '@aws-sdk/lib-dynamodb';
import { keyText } from '../key-text.ts';
import { copyOf } from './attributes.ts';
import type { Send } from './join.ts';
import { createJoints, sendJoined } from './joints.ts';

type Document = Record<string, unknown>;
type Request = NonNullable<sdk.BatchWriteCommandInput['RequestItems']>[string][number];
type Action = NonNullable<sdk.TransactWriteCommandInput['TransactItems']>[number];

type Read = { items: Map<string, Document>; unprocessed: ReadonlySet<string> };

const byText = (keys: Document[]) => new Map(keys.map((key) => [keyText(key), key]));
const textOf = ({ PutRequest, DeleteRequest }: Request) =>
  keyText(PutRequest?.Item ?? DeleteRequest?.Key ?? {});

/** Consistent reads cost twice as much: they go with each other. */
const groupOf = (table: string, consistent = false) => `${consistent ? 'consistent' : 'eventual'} ${table}`;

function joinedReads(send: Send) {
  return createJoints<Document, Read>({
    limits: { entries: 100 },
    shared: true,
    call: async (group, keys) => {
      const [consistency, table = ''] = group.split(' ');
      const asked = { Keys: [...keys.values()], ConsistentRead: consistency === 'consistent' };
      const input = { RequestItems: { [table]: asked } };
      const answer = (await send('BatchGetItem', input)) as Partial<sdk.BatchGetCommandOutput>;
      const unprocessed = new Set((answer.UnprocessedKeys?.[table]?.Keys ?? []).map(keyText));
      return { items: byText(answer.Responses?.[table] ?? []), unprocessed };
    },
  });
}

function joinedWrites(send: Send) {
  return createJoints<Request, ReadonlySet<string>>({
    limits: { entries: 25 },
    // DynamoDB refuses two writes of one item in a call.
    shared: false,
    call: async (table, requests) => {
      const input = { RequestItems: { [table]: [...requests.values()] } };
      const answer = (await send('BatchWriteItem', input)) as Partial<sdk.BatchWriteCommandOutput>;
      return new Set((answer.UnprocessedItems?.[table] ?? []).map(textOf));
    },
  });
}

function joinedPuts(send: Send) {
  return createJoints<Action, object>({
    // DynamoDB takes 100; where one fails its callers begin again, and there should be few of them.
    limits: { entries: 20 },
    // DynamoDB refuses two actions on one item of a transaction, too.
    shared: false,
    call: (_, actions) => {
      const input = { TransactItems: [...actions.values()], ClientRequestToken: randomUUID() };
      return send('TransactWriteItems', input);
    },
  });
}

/**
 * Reads by key, unconditional writes and transactions that put items go together, as the table makes them. Each caller
 * has items of its own: a key that two of them ask for is read once. A transaction of several is refused as a whole,
 * and each of them is then made by itself. Other transactions, as those that count, single conditional writes and
 * queries go alone.
 */
export function joinTableCalls(send: Send): Send {
  const reads = joinedReads(send);
  const writes = joinedWrites(send);
  const transactions = joinedPuts(send);

  const get = (input: sdk.GetCommandInput, alone: () => Promise<object>) => {
    const { TableName = '', Key = {}, ConsistentRead } = input;
    const text = keyText(Key);
    return sendJoined(reads(groupOf(TableName, ConsistentRead), new Map([[text, Key]])), {
      alone,
      answer: ({ items, unprocessed }) =>
        unprocessed.has(text) ? alone() : { Item: copyOf(items.get(text)) },
    });
  };

  const batchGet = ({ RequestItems = {} }: sdk.BatchGetCommandInput, alone: () => Promise<object>) => {
    const [[table, { Keys = [], ConsistentRead = false } = {}] = [''], ...others] =
      Object.entries(RequestItems);
    const keys = byText(Keys);
    if (others.length > 0) return alone();
    return sendJoined(reads(groupOf(table, ConsistentRead), keys), {
      alone,
      answer: ({ items, unprocessed }) => {
        const rest = [...keys].flatMap(([text, key]) => (unprocessed.has(text) ? [key] : []));
        return {
          Responses: { [table]: [...keys.keys()].flatMap((text) => copyOf(items.get(text)) ?? []) },
          UnprocessedKeys: { [table]: { Keys: rest } },
        };
      },
    });
  };

  const batchWrite = ({ RequestItems = {} }: sdk.BatchWriteCommandInput, alone: () => Promise<object>) => {
    const [[table, requests = []] = [''], ...others] = Object.entries(RequestItems);
    const byKey = new Map(requests.map((request) => [textOf(request), request]));
    if (others.length > 0 || byKey.size < requests.length) return alone();
    return sendJoined(writes(table, byKey), {
      alone,
      answer: (unprocessed) => ({
        UnprocessedItems: { [table]: requests.filter((request) => unprocessed.has(textOf(request))) },
      }),
    });
  };

  const transact = ({ TransactItems = [] }: sdk.TransactWriteCommandInput, alone: () => Promise<object>) => {
    const puts = TransactItems.filter(({ Put }) => Put !== undefined);
    const byKey = new Map(puts.map((action) => [keyText(action.Put?.Item ?? {}), action]));
    if (byKey.size < TransactItems.length) return alone();
    return sendJoined(transactions('', byKey), { alone, answer: () => ({}) });
  };

  return async (operation, input, options) => {
    const alone = () => send(operation, input, options);
    if (operation === 'GetItem') return get(input as sdk.GetCommandInput, alone);
    if (operation === 'BatchGetItem') return batchGet(input as sdk.BatchGetCommandInput, alone);
    if (operation === 'BatchWriteItem') return batchWrite(input as sdk.BatchWriteCommandInput, alone);
    if (operation === 'TransactWriteItems') return transact(input as sdk.TransactWriteCommandInput, alone);
    return alone();
  };
}

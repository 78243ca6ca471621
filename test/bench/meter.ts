import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { callDynamodb, createAwsApi } from '../../localstack/aws-api.ts';
import { type Call, nameCall } from './calls.ts';
import { type Cost, dynamoMeter, plain, type Wire } from './dynamo.ts';

export type Meter = {
  /** Runs one operation and returns every call it made. Only one operation runs at a time. */
  measure: <T>(run: () => Promise<T>) => Promise<{ result: T; calls: Call[] }>;
};

/**
 * Each call takes at least this long, so that parallel calls overlap even if one is sent later or answered at once.
 * Only true dependencies form a chain.
 */
const least_ms = 4;

type Request = Parameters<NodeHttpHandler['handle']>[0];
type Reply = { status: number; body: Buffer; began: number; ended: number };

/**
 * From now on, names and times every call of this process's AWS clients, and computes DynamoDB's units from the bytes.
 * Create the clients afterwards.
 */
export function startMeter(endpoint: string, region: string): Meter {
  const aws = createAwsApi(endpoint, region);
  /** Reads an updated item without measuring the call. */
  const costOf = dynamoMeter(async (TableName, Key) => {
    const input = { TableName, Key, ConsistentRead: true };
    const { Item } = await callDynamodb<{ Item?: Wire }>(aws, 'DynamoDB_20120810.GetItem', input);
    return Item ? plain(Item) : null;
  });
  let calls: Call[] = [];
  let pending = 0;
  const problems: unknown[] = [];

  async function record({ method, path, headers: given, body }: Request, reply: Reply): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '');
    const named = nameCall({ method, path, headers, body: text });
    // The SES stand-in in this process publishes events.
    if (named.service === 'sns') return;
    const { status, began, ended } = reply;
    const cost: Cost =
      named.service === 'dynamodb'
        ? await costOf({
            action: named.action,
            request: JSON.parse(text),
            status,
            response: JSON.parse(reply.body.toString('utf8') || '{}'),
          })
        : { writes: 0, reads: 0, written: [] };
    const bytes = {
      request_bytes: Number(headers['content-length'] ?? 0),
      response_bytes: reply.body.length,
    };
    calls.push({ ...named, status, began, ended, ...bytes, ...cost });
  }

  const { handle } = NodeHttpHandler.prototype;
  NodeHttpHandler.prototype.handle = async function (request, options) {
    pending++;
    try {
      const began = performance.now();
      const [{ response }] = await Promise.all([handle.call(this, request, options), wait(least_ms)]);
      const body = await buffer(response.body);
      const reply = { status: response.statusCode, body, began, ended: performance.now() };
      await record(request, reply).catch((error) => problems.push(error));
      return { response: Object.assign(response, { body: Readable.from([body]) }) };
    } finally {
      pending--;
    }
  };

  return {
    measure: async (run) => {
      const own: Call[] = [];
      calls = own;
      try {
        const result = await run();
        // Calls that an operation doesn't wait for count, too.
        await wait(5);
        while (pending > 0) await wait(1);
        if (problems.length > 0) throw new AggregateError(problems.splice(0), 'the meter failed');
        return { result, calls: own };
      } finally {
        // Calls between two measured operations count for neither.
        calls = [];
      }
    },
  };
}

import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createAwsApi } from '../../localstack/aws-api.ts';
import { type Call, nameCall } from './calls.ts';
import { type Cost, dynamoMeter, plain, type ReadBack } from './dynamo.ts';

export type Meter = {
  /** The address of each upstream through the meter. */
  urls: Record<string, string>;
  /** Runs one operation and returns every call it made. Only one operation runs at a time. */
  measure: <T>(run: () => Promise<T>) => Promise<{ result: T; calls: Call[] }>;
  close: () => Promise<void>;
};

/**
 * Each call takes at least this long, so that parallel calls overlap even if one is sent later or answered at once.
 * Only true dependencies form a chain.
 */
const least_ms = 4;

type Recorder = { calls: Call[]; problems: Error[]; pending: number };

/**
 * An HTTP proxy between our AWS clients and the local cloud, with one port per upstream (`{name: url}`). It names and
 * times every call, and computes DynamoDB's units from the bytes. `tables` is DynamoDB's upstream.
 */
export async function startMeter(upstreams: Record<string, string>, tables: string): Promise<Meter> {
  const costOf = dynamoMeter(readBackFrom(tables));
  const recorder: Recorder = { calls: [], problems: [], pending: 0 };
  const proxies = await Promise.all(
    Object.entries(upstreams).map(async ([name, upstream]) => {
      const server = createServer((incoming, outgoing) => {
        recorder.pending++;
        relay(upstream, incoming, outgoing, recorder, costOf)
          .catch((error) => {
            recorder.problems.push(error);
            process.stderr.write(`meter: ${error instanceof Error ? error.stack : error}\n`);
            outgoing.destroy();
          })
          .finally(() => recorder.pending--);
      });
      server.keepAliveTimeout = 60_000;
      await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
      // The SDK warns about queue URLs whose host differs from the endpoint, so both say localhost.
      return { name, server, url: `http://localhost:${(server.address() as AddressInfo).port}` };
    }),
  );
  return {
    urls: Object.fromEntries(proxies.map(({ name, url }) => [name, url])),
    measure: async (run) => {
      const calls: Call[] = [];
      recorder.calls = calls;
      try {
        const result = await run();
        await settled(recorder);
        if (recorder.problems.length > 0)
          throw new AggregateError(recorder.problems.splice(0), 'the meter failed');
        return { result, calls };
      } finally {
        // Calls between two measured operations count for neither.
        recorder.calls = [];
      }
    },
    close: async () => {
      for (const { server } of proxies) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}

/** Calls that an operation doesn't wait for count, too. */
async function settled(recorder: Recorder): Promise<void> {
  await new Promise((done) => setTimeout(done, 5));
  while (recorder.pending > 0) await new Promise((done) => setTimeout(done, 1));
}

async function relay(
  upstream: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  recorder: Recorder,
  costOf: ReturnType<typeof dynamoMeter>,
): Promise<void> {
  const began = performance.now();
  const body = await buffer(incoming);
  const [answer] = await Promise.all([
    forward(upstream, incoming, body),
    new Promise((done) => setTimeout(done, least_ms)),
  ]);
  const ended = performance.now();
  const text = body.toString('utf8');
  const { method = 'GET', url: path = '/', headers } = incoming;
  const named = nameCall({ method, path, headers, body: text });
  const cost: Cost =
    named.service === 'dynamodb'
      ? await costOf({
          action: named.action,
          request: JSON.parse(text),
          status: answer.status,
          response: JSON.parse(answer.body.toString('utf8') || '{}'),
        })
      : { writes: 0, reads: 0, written: [] };
  const bytes = { request_bytes: body.length, response_bytes: answer.body.length };
  recorder.calls.push({ ...named, status: answer.status, began, ended, ...bytes, ...cost });
  outgoing.writeHead(answer.status, answer.headers).end(answer.body);
}

type Answer = { status: number; headers: string[]; body: Buffer };

async function forward(upstream: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { hostname, port, host } = new URL(upstream);
  const { 'transfer-encoding': _chunked, ...endToEnd } = incoming.headers;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest(
    {
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...endToEnd, host, 'content-length': body.length },
    },
    resolve,
  )
    .once('error', reject)
    .end(body);
  const response = await promise;
  const framing = ['transfer-encoding', 'content-length', 'connection', 'keep-alive'];
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    framing.includes(name) ? [] : [name, String(value)],
  );
  return { status: response.statusCode ?? 502, headers, body: await buffer(response) };
}

/** Reads the updated item directly from the cloud, without measuring it. */
function readBackFrom(endpoint: string): ReadBack {
  const aws = createAwsApi(endpoint, 'us-east-1');
  return async (TableName, Key) => {
    const text = await aws.call('dynamodb', {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.GetItem' },
      body: JSON.stringify({ TableName, Key, ConsistentRead: true }),
    });
    const { Item } = JSON.parse(text);
    return Item ? plain(Item) : null;
  };
}

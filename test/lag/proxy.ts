import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { localCredentials } from '../../localstack/aws-api.ts';
import type { Dynamodb } from '../../localstack/dynamodb.ts';
import { type Wire, writesOf } from './writes.ts';
import { type Page, youngEntries } from './young-entries.ts';

type Options = {
  /** The DynamoDB behind. */
  upstream: string;
  /** How late index entries appear. */
  lag_ms: number;
  /** The part of writes that another transaction gets in the way of, 0 to 1. */
  conflicts: { transactions: number; single: number };
  random: () => number;
};

type Reply = { status: number; body: string };
type Input = Record<string, unknown> & { IndexName?: string; Limit?: number; TransactItems?: unknown[] };

/**
 * Stands in front of a DynamoDB: its indexes are late, and some writes meet a conflict that never was.
 * `GET /late?client=<name>` answers `{ wait_ms }`: until the indexes show all that this client wrote. The SDK's setting
 * for an application's id names it.
 */
export async function startLag(options: Options): Promise<Dynamodb> {
  const entries = youngEntries(options.lag_ms, Date.now);

  async function answer(incoming: IncomingMessage): Promise<Reply> {
    if (incoming.method === 'GET') return late(incoming.url ?? '');
    const body = await text(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(body) as Input;
    const conflict = conflictOf(operation, input, options);
    if (conflict) return { status: 400, body: JSON.stringify(conflict) };
    if (operation === 'Query' && input.IndexName !== undefined)
      return query(incoming, input, input.IndexName);
    const reply = await pass(options.upstream, incoming, body);
    if (reply.status === 200) entries.note(writesOf(operation, input), clientOf(incoming));
    return reply;
  }

  function late(url: string): Reply {
    const client = new URL(url, options.upstream).searchParams.get('client') ?? '';
    return { status: 200, body: JSON.stringify({ wait_ms: entries.lateFor(client) }) };
  }

  /** Reads on behind entries that are left out: the page is as full as that of an index that lacks them. */
  async function query(incoming: IncomingMessage, input: Input, index: string): Promise<Reply> {
    const Items: Wire[] = [];
    let from = input.ExclusiveStartKey as Wire | undefined;
    for (;;) {
      const Limit = input.Limit === undefined ? undefined : input.Limit - Items.length;
      const asked = { ...input, Limit, ExclusiveStartKey: from };
      const reply = await pass(options.upstream, incoming, JSON.stringify(asked));
      if (reply.status !== 200) return reply;
      const page = JSON.parse(reply.body) as Page;
      Items.push(...entries.leaveOut(index, page.Items ?? []));
      from = page.LastEvaluatedKey;
      if (from !== undefined && input.Limit !== undefined && Items.length < input.Limit) continue;
      return { status: 200, body: JSON.stringify({ ...page, Items, Count: Items.length }) };
    }
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    answer(incoming).then(
      (reply) => send(outgoing, reply),
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { endpoint: `http://localhost:${port}`, ownTables: false, close };
}

/** Who calls, where it says so: `app/<name>` of the user agent. */
const clientOf = ({ headers }: IncomingMessage): string =>
  / app\/(\S+)/.exec(headers['user-agent'] ?? '')?.[1] ?? '';

/** The error of a write that another transaction is in the way of, as DynamoDB words it; by chance. */
function conflictOf(operation: string, input: Input, { conflicts, random }: Options): object | null {
  const prefix = 'com.amazonaws.dynamodb.v20120810#';
  const message = 'Transaction is ongoing for the item';
  if (operation === 'TransactWriteItems' && random() < conflicts.transactions) {
    const count = input.TransactItems?.length ?? 0;
    const hit = Math.floor(random() * count);
    const reasons = Array.from({ length: count }, (_, i) =>
      i === hit ? { Code: 'TransactionConflict', Message: message } : { Code: 'None' },
    );
    return {
      __type: `${prefix}TransactionCanceledException`,
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
      CancellationReasons: reasons,
    };
  }
  const single = ['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation);
  if (single && random() < conflicts.single)
    return { __type: `${prefix}TransactionConflictException`, message };
  return null;
}

function pass(upstream: string, incoming: IncomingMessage, body: string): Promise<Reply> {
  const { hostname, port } = new URL(upstream);
  const { 'content-length': _length, host: _host, connection: _connection, ...headers } = incoming.headers;
  const { accessKeyId } = localCredentials();
  // The signature of a function is that of what it sent, and a query goes on changed.
  headers.authorization = headers.authorization?.replace(/Credential=[^/]+/, `Credential=${accessKeyId}`);
  const length = Buffer.byteLength(body);
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      method: 'POST',
      path: incoming.url,
      headers: { ...headers, 'content-length': length },
    };
    const outgoing = httpRequest(options, async (response) => {
      const content = await buffer(response);
      resolve({ status: response.statusCode ?? 502, body: content.toString('utf8') });
    });
    outgoing.on('error', reject).end(body);
  });
}

function send(outgoing: ServerResponse, { status, body }: Reply): void {
  outgoing.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amzn-requestid': crypto.randomUUID(),
  });
  outgoing.end(body);
}

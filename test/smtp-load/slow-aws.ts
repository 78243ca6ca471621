import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { nameCall } from '../bench/calls.ts';

/**
 * A process that answers each request after 2 ms, so that only the mail server is measured, not DynamoDB or a queue.
 * Each call gets the local cloud's response to the first call of its kind. Prints its port.
 */
const answer_ms = 2;

const upstream = new URL(process.argv[2] ?? '');

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

const known = new Map<string, Promise<Answer>>();

/** Each message has new ids and times. The rest names the kind of call. */
const kindOf = (text: string) => text.replace(/[\w+/=:.@-]*\d[\w+/=:.@-]*|[\w+/=-]{40,}/g, '*');

/** Keys of reads, by kind. For writes, only the written item. */
function keyOf({ service, action }: { service: string; action: string }, url: string, body: string): string {
  const reads = /^(?:GetItem|BatchGetItem|Query|TransactGetItems)$/.test(action);
  const keys = reads
    ? kindOf(body)
    : [...body.matchAll(/"pk":\{"S":"([A-Z]+)#/g)].map(([, kind]) => kind).join();
  return `${service} ${action} ${kindOf(url)} ${keys}`;
}

function forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method, url, headers } = incoming;
  return new Promise((done, fail) => {
    const asked = request(
      { hostname: upstream.hostname, port: upstream.port, method, path: url, headers },
      async (response) => {
        const { 'content-type': type = 'application/json' } = response.headers;
        const crc = response.headers['x-amz-crc32'];
        done({
          status: response.statusCode ?? 502,
          headers: { 'content-type': type, ...(typeof crc === 'string' && { 'x-amz-crc32': crc }) },
          body: await buffer(response),
        });
      },
    );
    asked.once('error', fail).end(body);
  });
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

type Entries = { MessageBody?: string; Entries?: { Id: string; MessageBody: string }[] };

/** Clients compare the digest of each message that they sent. */
function queueAnswer(body: string): Answer {
  const { MessageBody, Entries = [] } = JSON.parse(body) as Entries;
  const of = (text: string) => ({ MessageId: '0', MD5OfMessageBody: md5(text) });
  const answer =
    MessageBody === undefined
      ? { Successful: Entries.map(({ Id, MessageBody: text }) => ({ Id, ...of(text) })), Failed: [] }
      : of(MessageBody);
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify(answer)),
  };
}

async function answerTo(incoming: IncomingMessage): Promise<Answer> {
  const octets = await buffer(incoming);
  const { method = '', url = '', headers } = incoming;
  const body = octets.toString('utf8');
  const call = nameCall({ method, path: url, headers, body });
  if (call.service === 'sqs') return queueAnswer(body);
  const key = keyOf(call, url, body);
  const first = known.get(key) ?? forward(incoming, octets);
  if (!known.has(key)) {
    known.set(key, first);
    const { status } = await first;
    if (status !== 200) known.delete(key);
  }
  return first;
}

const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
  const due = performance.now() + answer_ms;
  void answerTo(incoming).then(({ status, headers, body }) => {
    const send = () => outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    setTimeout(send, Math.max(0, due - performance.now()));
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));

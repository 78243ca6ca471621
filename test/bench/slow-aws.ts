import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { passOn, type Reply, startProxy } from '../support/aws-proxy.ts';
import { nameCall } from './calls.ts';

const answer_ms = 2;

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

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

type Entries = { MessageBody?: string; Entries?: { Id: string; MessageBody: string }[] };

/** Clients compare the digest of each message that they sent. */
function queueAnswer(body: string): Reply {
  const { MessageBody, Entries = [] } = JSON.parse(body) as Entries;
  const of = (text: string) => ({ MessageId: '0', MD5OfMessageBody: md5(text) });
  const answer =
    MessageBody === undefined
      ? { Successful: Entries.map(({ Id, MessageBody: text }) => ({ Id, ...of(text) })), Failed: [] }
      : of(MessageBody);
  const headers = ['content-type', 'application/x-amz-json-1.0'];
  return { status: 200, headers, body: Buffer.from(JSON.stringify(answer)) };
}

/**
 * An AWS that answers each call after 2 ms, so that only the mail server is measured, not DynamoDB or a queue. Each
 * kind of call gets the local cloud's response to the first such call.
 */
export function startSlowAws(upstream: string) {
  const known = new Map<string, Promise<Reply>>();
  async function answerTo(incoming: IncomingMessage, octets: Buffer): Promise<Reply> {
    const { method = '', url = '', headers } = incoming;
    const body = octets.toString('utf8');
    const call = nameCall({ method, path: url, headers, body });
    if (call.service === 'sqs') return queueAnswer(body);
    const key = keyOf(call, url, body);
    const first = known.get(key) ?? passOn(upstream, incoming, octets);
    known.set(key, first);
    if ((await first).status !== 200) known.delete(key);
    return first;
  }
  return startProxy(async (incoming, octets) => {
    const [reply] = await Promise.all([answerTo(incoming, octets), wait(answer_ms)]);
    return reply;
  });
}

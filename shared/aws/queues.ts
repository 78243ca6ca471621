import type { BatchResultErrorEntry, SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import { queuedJson } from '../core/json-path.ts';
import type { Id } from '../core/runtime.ts';
import type { Queues } from '../domain/ports/sending.ts';
import type { AttemptMessage } from '../domain/ports/webhooks.ts';
import type { Aws } from './clients.ts';
import type { Config } from './config.ts';
import { type Sqs, sqsClient } from './sqs.ts';
import { returned } from './sqs-batch.ts';

/** SQS accepts 10 messages and, on older clouds, 256 KB per call. */
const maxEntries = 10;
const maxBytes = 240 * 1024;

function chunks(entries: SendMessageBatchRequestEntry[]): SendMessageBatchRequestEntry[][] {
  const out: SendMessageBatchRequestEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.MessageBody ?? '');
    const current = out.at(-1);
    if (current && current.length < maxEntries && bytes + size <= maxBytes) {
      current.push(entry);
      bytes += size;
    } else {
      out.push([entry]);
      bytes = size;
    }
  }
  return out;
}

/**
 * A fair queue alternates between groups when one group's messages pile up. So one account's bulk mail
 * doesn't delay others' mail (docs/internals/decisions/0010), and a hanging endpoint doesn't delay others'
 * events.
 */
export const fairGroup = ({ account }: { account: Id<'acc'> }) => account;
const fairEndpoint = (message: AttemptMessage) =>
  'webhook_id' in message ? message.webhook_id : message.account;

/** Marked as retryable, like the AWS clients' own errors, if SQS is at fault. */
function refusal({ Code, SenderFault }: BatchResultErrorEntry, count: number): Error {
  const error = new Error(`SQS refused ${count} messages: ${Code}`);
  return SenderFault ? error : Object.assign(error, { $retryable: {} });
}

async function sendAll<Message>(
  sqs: Sqs,
  url: string,
  messages: Message[],
  options: {
    delay_s: number;
    groupOf?: (message: Message) => string;
    attributes?: SendMessageBatchRequestEntry['MessageAttributes'];
  },
): Promise<void> {
  const { delay_s, groupOf, attributes } = options;
  const entries = messages.map((message, i) => ({
    Id: String(i),
    ...(groupOf && { MessageGroupId: groupOf(message) }),
    MessageBody: queuedJson(message),
    ...(attributes && { MessageAttributes: attributes }),
    ...(delay_s > 0 && { DelaySeconds: Math.min(900, Math.ceil(delay_s)) }),
  }));
  const send = async (Entries: SendMessageBatchRequestEntry[]) => {
    const answer = await sqs.call('SendMessageBatch', { QueueUrl: url, Entries });
    const failed = answer.Failed?.[0];
    if (failed) throw refusal(failed, answer.Failed?.length ?? 0);
  };
  await Promise.all(chunks(entries).map(send));
}

/** The queues between functions. Messages may arrive repeatedly and out of order. */
export function queuesOf(aws: Aws, config: Config): Queues {
  const sqs = sqsClient(aws);
  return {
    deliver: async (messages, delay_s = 0, options) => {
      const bulk = messages.filter((message) => message.bulk);
      const others = messages.filter((message) => !message.bulk);
      const how = { delay_s, groupOf: fairGroup, ...(options?.returned && { attributes: returned }) };
      await Promise.all([
        sendAll(sqs, config.BULK_QUEUE_URL, bulk, how),
        sendAll(sqs, config.DELIVER_QUEUE_URL, others, how),
      ]);
    },
    webhooks: (messages, delay_s = 0) =>
      sendAll(sqs, config.WEBHOOK_QUEUE_URL, messages, { delay_s, groupOf: fairEndpoint }),
    recover: (message, delay_s = 0) =>
      sendAll(sqs, config.WEBHOOK_QUEUE_URL, [message], { delay_s, groupOf: fairEndpoint }),
  };
}

/** Queues messages at `url`, grouped if the queue is fair. */
export function enqueuer<Message>(aws: Aws, url: string, groupOf?: (message: Message) => string) {
  const sqs = sqsClient(aws);
  return (messages: Message[], delay_s = 0) => sendAll(sqs, url, messages, { delay_s, groupOf });
}

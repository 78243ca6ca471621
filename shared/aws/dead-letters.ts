import type { Runtime } from '../core/runtime.ts';
import { type DeadLetterQueue, type DeadLetters, isUnreadableLetter } from '../domain/ports/sending.ts';
import type { Sqs } from './sqs.ts';
import { returned } from './sqs-batch.ts';

/** How long new batches may be started. Remaining messages wait for the next minute. */
const max_ms = 25_000;

/** An unreadable message stays hidden this long, so it is logged once an hour. */
const unreadable_s = 3600;

/**
 * Messages per batch, and concurrent batches. Received mail is handled one by one, because a message is up to
 * 40 MB and its handler keeps several copies in memory.
 */
const paceOf = (queue: DeadLetterQueue) =>
  queue === 'receive' ? { size: 1, together: 1 } : { size: 10, together: 5 };

const isUnreadable = (settled?: PromiseSettledResult<void>): boolean =>
  settled?.status === 'rejected' && isUnreadableLetter(settled.reason);

/**
 * Drains the dead-letter queues in parallel batches. Each message is deleted after its handler succeeds. If
 * the handler fails, the message stays without blocking others. `urls` names the queues that messages return
 * to unchanged.
 */
export function sqsDeadLetters(
  sqs: Sqs,
  runtime: Runtime,
  deadUrls: Record<DeadLetterQueue, string>,
  urls: { feedback: string },
): DeadLetters {
  return {
    drain: async (queue, handle) => {
      const QueueUrl = deadUrls[queue];
      const { size, together } = paceOf(queue);
      const until = runtime.now() + max_ms;
      const result = { done: 0, failed: 0 };
      /** Handles up to `size` messages. Returns false if the queue is empty. */
      const drainBatch = async (): Promise<boolean> => {
        const receive = { QueueUrl, MaxNumberOfMessages: size };
        const { Messages: messages = [] } = await sqs.call('ReceiveMessage', receive);
        if (messages.length === 0) return false;
        const results = await Promise.allSettled(messages.map(async ({ Body = '' }) => handle(Body)));
        const entriesOf = (wanted: (result?: PromiseSettledResult<void>) => boolean) =>
          messages
            .filter((_, i) => wanted(results[i]))
            .map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
        const handled = entriesOf((settled) => settled?.status === 'fulfilled');
        const unreadable = entriesOf(isUnreadable).map((entry) => ({
          ...entry,
          VisibilityTimeout: unreadable_s,
        }));
        if (handled.length > 0) await sqs.call('DeleteMessageBatch', { QueueUrl, Entries: handled });
        if (unreadable.length > 0)
          await sqs.call('ChangeMessageVisibilityBatch', { QueueUrl, Entries: unreadable });
        result.done += handled.length;
        result.failed += messages.length - handled.length;
        return true;
      };
      const drainAll = async () => {
        while (runtime.now() < until && (await drainBatch()));
      };
      // Most runs find nothing and make a single call.
      if (await drainBatch()) await Promise.all(Array.from({ length: together }, drainAll));
      return result;
    },

    returnFeedback: async (body) => {
      const message = { MessageBody: body, MessageAttributes: returned };
      await sqs.call('SendMessage', { QueueUrl: urls.feedback, ...message });
    },
  };
}

import type { Runtime } from '../core/runtime.ts';
import type { DeadLetterQueue, DeadLetters } from '../domain/ports/sending.ts';
import type { Sqs } from './signed/sqs.ts';
import { returned } from './sqs-batch.ts';

/** The batches of ten that run at once, and the time within which further ones begin: the rest waits a minute (P10). */
const together = 5;
const max_ms = 25_000;

/**
 * The dead-letter queues, emptied in parallel tens. A message is deleted when its handler is done with it; one whose
 * handler fails stays, without keeping the others. `urls` are the queues that messages go back to as they are.
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
      const until = runtime.now() + max_ms;
      const result = { done: 0, failed: 0 };
      /** Handles up to ten messages; false where there is none. */
      const drainTen = async (): Promise<boolean> => {
        const receive = { QueueUrl, MaxNumberOfMessages: 10 };
        const { Messages: messages = [] } = await sqs.call('ReceiveMessage', receive);
        if (messages.length === 0) return false;
        const results = await Promise.allSettled(messages.map(async ({ Body = '' }) => handle(Body)));
        const handled = messages.filter((_, i) => results[i]?.status === 'fulfilled');
        const Entries = handled.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
        if (Entries.length > 0) await sqs.call('DeleteMessageBatch', { QueueUrl, Entries });
        result.done += handled.length;
        result.failed += messages.length - handled.length;
        return true;
      };
      const drainAll = async () => {
        while (runtime.now() < until && (await drainTen()));
      };
      // Most runs find nothing, with one call.
      if (await drainTen()) await Promise.all(Array.from({ length: together }, drainAll));
      return result;
    },

    returnFeedback: async (body) => {
      const message = { MessageBody: body, MessageAttributes: returned };
      await sqs.call('SendMessage', { QueueUrl: urls.feedback, ...message });
    },
  };
}

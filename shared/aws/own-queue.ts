import type { Drained } from '../domain/ports/drains.ts';
import type { Sqs } from './sqs.ts';
import { type BatchAnswer, returnedAttribute, type SqsEvent, type SqsRecord } from './sqs-batch.ts';

/** The event with which the sweep starts a function whose queue has no event source. */
export type DrainEvent = { drain: { url: string; batch_size: number } };

type Taken = { receipt: string; record: SqsRecord };

export type OwnQueue = {
  take: (url: string, max: number) => Promise<Taken[]>;
  /** Throws if a message could not be deleted, because it will be delivered again. */
  remove: (url: string, receipts: string[]) => Promise<void>;
};

export function sqsOwnQueue(sqs: Sqs): OwnQueue {
  return {
    take: async (QueueUrl, MaxNumberOfMessages) => {
      const { Messages = [] } = await sqs.call('ReceiveMessage', {
        QueueUrl,
        MaxNumberOfMessages,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        MessageAttributeNames: [returnedAttribute],
        // Without a wait time, SQS asks only some of its servers and may miss a few messages.
        WaitTimeSeconds: 1,
      });
      return Messages.map((message) => {
        const { MessageId: messageId = '', Body: body = '', ReceiptHandle: receipt = '' } = message;
        const { Attributes: attributes = {}, MessageAttributes: messageAttributes = {} } = message;
        return { receipt, record: { messageId, body, attributes, messageAttributes } };
      });
    },

    remove: async (QueueUrl, receipts) => {
      const Entries = receipts.map((ReceiptHandle, i) => ({ Id: String(i), ReceiptHandle }));
      const { Failed = [] } = await sqs.call('DeleteMessageBatch', { QueueUrl, Entries });
      if (Failed.length > 0)
        throw new Error(`SQS did not delete ${Failed.length} messages: ${Failed[0]?.Code}`);
    },
  };
}

type Run = { getRemainingTimeInMillis: () => number };

/** Batches begin only in the first quarter of a run, so each has at least three quarters of its usual time. */
const last_start = 0.75;

/**
 * A queue consumer that also drains its queue when the sweep starts it: in batches like an event source's,
 * until the queue is empty or time is nearly up. A failed message stays, as with an event source.
 */
export function drainable(ctx: { own_queue: OwnQueue }, handle: (event: SqsEvent) => Promise<BatchAnswer>) {
  return async (event: SqsEvent | DrainEvent, run: Run): Promise<BatchAnswer | Drained> => {
    if (!('drain' in event)) return handle(event);
    const { url, batch_size } = event.drain;
    const least_ms = last_start * run.getRemainingTimeInMillis();
    const drained: Drained = { done: 0, failed: 0, is_empty: false };
    do {
      const taken = await ctx.own_queue.take(url, batch_size);
      if (taken.length === 0) return { ...drained, is_empty: true };
      const { batchItemFailures } = await handle({ Records: taken.map(({ record }) => record) });
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const done = taken.filter(({ record }) => !failed.has(record.messageId));
      const receipts = done.map(({ receipt }) => receipt);
      if (receipts.length > 0) await ctx.own_queue.remove(url, receipts);
      drained.done += receipts.length;
      drained.failed += failed.size;
    } while (run.getRemainingTimeInMillis() > least_ms);
    return drained;
  };
}

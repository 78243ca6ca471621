import type { Log } from '../domain/context.ts';

/** The part of an SQS event that we read. */
type SqsEvent = {
  Records: { messageId: string; body: string; attributes?: { ApproximateReceiveCount?: string } }[];
};
type BatchAnswer = { batchItemFailures: { itemIdentifier: string }[] };

/** How often SQS has handed this message out, this time included. */
export type Delivery = { receive_count: number };

/** A queue's consumer as `sqsHandler`, for messages that are not ours to trust: each as the text it is. */
export function sqsTextHandler(log: Log, run: (body: string, delivery: Delivery) => Promise<void>) {
  return async (event: SqsEvent): Promise<BatchAnswer> => {
    const results = await Promise.allSettled(
      event.Records.map(async (record) => {
        const receive_count = Number(record.attributes?.ApproximateReceiveCount ?? 1);
        await run(record.body, { receive_count });
      }),
    );
    const batchItemFailures = results.flatMap((result, i) => {
      const record = event.Records[i];
      if (result.status === 'fulfilled' || record === undefined) return [];
      const { name = 'Error', stack = '' } = (result.reason ?? {}) as Error;
      const at = stack.split('\n').find((line) => line.trim().startsWith('at '));
      log.error('message failed', {
        message_id: record.messageId,
        error: name,
        at: at?.trim().slice(0, 160),
      });
      return [{ itemIdentifier: record.messageId }];
    });
    log.info('batch', { messages: event.Records.length, failed: batchItemFailures.length });
    return { batchItemFailures };
  };
}

/**
 * A queue's consumer with partial batch answers: each message by itself, all of a batch at once. One that
 * throws comes back after the visibility timeout and, too often, goes to the dead-letter queue; one that is
 * no JSON never will be, so it goes there too.
 */
export function sqsHandler<Message>(log: Log, run: (message: Message, delivery: Delivery) => Promise<void>) {
  return sqsTextHandler(log, async (body, delivery) => run(JSON.parse(body) as Message, delivery));
}

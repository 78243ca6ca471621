import type { DeadLetterQueues, Queueing } from '../../domain/context.ts';
import { Drained, type Draining } from '../../domain/ports/drains.ts';
import type { Family } from '../compose.ts';
import { sqsDeadLetters } from '../dead-letters.ts';
import { once } from '../lazy-port.ts';
import { type DrainEvent, type OwnQueue, sqsOwnQueue } from '../own-queue.ts';
import { queuesOf } from '../queues.ts';
import { sqsClient } from '../sqs.ts';

export const queues: Family<Queueing> = ({ aws, config }) => ({ queues: queuesOf(aws, config) });

export const deadLetters: Family<DeadLetterQueues> = ({ aws, base, config }) => {
  const dead = {
    deliver: config.DELIVER_DLQ_URL,
    bulk: config.BULK_DLQ_URL,
    feedback: config.FEEDBACK_DLQ_URL,
    webhooks: config.WEBHOOK_DLQ_URL,
    count: config.COUNT_DLQ_URL,
    domains: config.DOMAIN_TASK_DLQ_URL,
    removals: config.REMOVAL_DLQ_URL,
    runs: config.ADVANCE_DLQ_URL,
    notices: config.NOTICE_DLQ_URL,
    receive: config.RECEIVE_DLQ_URL,
  };
  const back = { feedback: config.FEEDBACK_QUEUE_URL };
  return { dead_letters: sqsDeadLetters(sqsClient(aws), base.runtime, dead, back) };
};

/** A function's own queue, which it drains itself if there is no event source. */
export const ownQueue: Family<{ own_queue: OwnQueue }> = ({ aws }) => ({
  own_queue: sqsOwnQueue(sqsClient(aws)),
});

/**
 * The queues without an event source. A timeout only stops waiting. The function continues and deletes the
 * messages it has handled.
 */
export const queueDrains: Family<Draining> = ({ aws }) => {
  const sqs = sqsClient(aws);
  const starter = once(async () => (await import('../start-function.ts')).functionStarter(aws));
  return {
    queue_drains: {
      isWaiting: async ({ url }) => {
        const AttributeNames = ['ApproximateNumberOfMessages' as const];
        const { Attributes } = await sqs.call('GetQueueAttributes', { QueueUrl: url, AttributeNames });
        return Number(Attributes?.ApproximateNumberOfMessages ?? 0) > 0;
      },
      drain: async ({ function: name, url, batch_size }) => {
        const event: DrainEvent = { drain: { url, batch_size } };
        const start = await starter();
        return Drained.parse(await start(name, event));
      },
    },
  };
};

import type { DeadLetterQueues, Queueing } from '../../domain/context.ts';
import type { Queues } from '../../domain/ports/sending.ts';
import type { Family } from '../compose.ts';
import { sqsDeadLetters } from '../dead-letters.ts';
import { lazyPort } from '../lazy-port.ts';
import { queuesOf } from '../queues.ts';
import { sqsClient } from '../signed/sqs.ts';

export const queues: Family<Queueing> = ({ aws, config }) => ({ queues: queuesOf(aws, config) });

/** The same, for functions of which few requests queue anything: the client is loaded with the first. */
export const queuesOnDemand: Family<Queueing> = ({ aws, config }) => ({
  queues: lazyPort<Queues>(
    async () => (await import('../queues.ts')).queuesOf(aws, config),
    ['deliver', 'webhooks', 'recover'],
  ),
});

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

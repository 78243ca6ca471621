import type { DeadLetterQueues } from '../../domain/context.ts';
import { sqsDeadLetters } from '../dead-letters.ts';
import { sqsClient } from '../signed/sqs.ts';
import type { Family } from './compose.ts';

/** The dead-letter queues. */
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

import { SQSClient } from '@aws-sdk/client-sqs';
import type { DeadLetterQueues } from '../../domain/context.ts';
import { clientOptions } from '../clients.ts';
import { sqsDeadLetters } from '../dead-letters.ts';
import type { Family } from './compose.ts';

/** The dead-letter queues. */
export const deadLetters: Family<DeadLetterQueues> = ({ aws, config }) => ({
  dead_letters: sqsDeadLetters(new SQSClient(clientOptions(aws, 'sqs')), {
    deliver: config.DELIVER_DLQ_URL,
    bulk: config.BULK_DLQ_URL,
    webhooks: config.WEBHOOK_DLQ_URL,
    count: config.COUNT_DLQ_URL,
  }),
});

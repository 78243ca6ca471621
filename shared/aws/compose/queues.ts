import { SQSClient } from '@aws-sdk/client-sqs';
import type { Queueing } from '../../domain/context.ts';
import { clientOptions } from '../clients.ts';
import { sqsQueues } from '../queues.ts';
import type { Family } from './compose.ts';

/** The queues of the workers. */
export const queues: Family<Queueing> = ({ aws, config }) => ({
  queues: sqsQueues(new SQSClient(clientOptions(aws, 'sqs')), {
    deliver: config.DELIVER_QUEUE_URL,
    bulk: config.BULK_QUEUE_URL,
    webhooks: config.WEBHOOK_QUEUE_URL,
  }),
});

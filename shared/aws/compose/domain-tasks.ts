import { SQSClient } from '@aws-sdk/client-sqs';
import type { DomainTasks } from '../../domain/context.ts';
import { clientOptions } from '../clients.ts';
import { sqsDomainTasks } from '../queues.ts';
import type { Family } from './compose.ts';

/** The queue of domain tasks. */
export const domainTasks: Family<DomainTasks> = ({ aws, config }) => ({
  domain_tasks: sqsDomainTasks(new SQSClient(clientOptions(aws, 'sqs')), {
    domains: config.DOMAIN_TASK_QUEUE_URL,
  }),
});

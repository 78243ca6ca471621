import type { DomainTasks } from '../../domain/context.ts';
import { sqsDomainTasks } from '../queues.ts';
import { sqsClient } from '../signed/sqs.ts';
import type { Family } from './compose.ts';

/** The queue of domain tasks. */
export const domainTasks: Family<DomainTasks> = ({ aws, config }) => ({
  domain_tasks: sqsDomainTasks(sqsClient(aws), {
    domains: config.DOMAIN_TASK_QUEUE_URL,
  }),
});

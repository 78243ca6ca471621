import type { PartName } from '../shared/aws/config.ts';
import type { Resources } from './constructs/grants.ts';

/** The variables by which a function finds the Core stack's parts, known at deploy. */
export function partsOf(
  { table, bodies, queues, schedules }: Resources,
  origin: string,
): Record<PartName, string> {
  const { deliver, bulk, feedback, notices, receive } = queues;
  const [webhooks, runs] = [queues['attempt-webhook'], queues['advance-run']];
  const [domainTasks, removals] = [queues['domain-tasks'], queues['tenant-removals']];
  return {
    TABLE_NAME: table.tableName,
    BODY_BUCKET: bodies.bucketName,
    DELIVER_QUEUE_URL: deliver.queue.queueUrl,
    DELIVER_DLQ_URL: deliver.deadLetters.queueUrl,
    DELIVER_QUEUE_ARN: deliver.queue.queueArn,
    BULK_QUEUE_URL: bulk.queue.queueUrl,
    BULK_DLQ_URL: bulk.deadLetters.queueUrl,
    BULK_QUEUE_ARN: bulk.queue.queueArn,
    SCHEDULER_GROUP: schedules.group.ref,
    SCHEDULER_ROLE_ARN: schedules.role.roleArn,
    WEBHOOK_QUEUE_URL: webhooks.queue.queueUrl,
    WEBHOOK_DLQ_URL: webhooks.deadLetters.queueUrl,
    COUNT_DLQ_URL: queues.count.deadLetters.queueUrl,
    REMOVAL_QUEUE_URL: removals.queue.queueUrl,
    REMOVAL_DLQ_URL: removals.deadLetters.queueUrl,
    ADVANCE_QUEUE_URL: runs.queue.queueUrl,
    ADVANCE_DLQ_URL: runs.deadLetters.queueUrl,
    ADVANCE_QUEUE_ARN: runs.queue.queueArn,
    DOMAIN_TASK_QUEUE_URL: domainTasks.queue.queueUrl,
    DOMAIN_TASK_DLQ_URL: domainTasks.deadLetters.queueUrl,
    NOTICE_QUEUE_URL: notices.queue.queueUrl,
    NOTICE_DLQ_URL: notices.deadLetters.queueUrl,
    RECEIVE_QUEUE_URL: receive.queue.queueUrl,
    RECEIVE_DLQ_URL: receive.deadLetters.queueUrl,
    FEEDBACK_QUEUE_URL: feedback.queue.queueUrl,
    FEEDBACK_DLQ_URL: feedback.deadLetters.queueUrl,
    PUBLIC_ORIGIN: origin,
  };
}

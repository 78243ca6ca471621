import type { Config } from './config.ts';
import type { Resources } from './constructs/grants.ts';

/** What the deployment's context says, as `shared/aws/config.ts` reads it. */
export function settingsOf(config: Config): Record<string, string> {
  const settings: Record<string, string | undefined> = {
    STAGE: config.stage,
    SERVICE_DOMAIN: config.serviceDomain,
    SANDBOX_DOMAIN: config.sandboxDomain,
    SMTP_HOST: config.smtp?.host,
    INBOUND: config.inbound,
    WEBHOOK_TARGETS: config.webhookTargets,
    WEBHOOK_DISABLE_AFTER_S: config.webhookDisable.afterSeconds?.toString(),
    WEBHOOK_DISABLE_MIN: config.webhookDisable.attempts?.toString(),
    SOFT_BOUNCE_THRESHOLD: config.softBounceThreshold?.toString(),
    SMS_PROVIDER: config.sms.provider,
    SMS_SENDER_ID: config.sms.senderId,
    SMS_DAILY_LIMIT: config.sms.dailyLimit?.toString(),
    ACCOUNT_RAMP: String(config.accountRamp),
    ...config.importUrls,
    IMPORT_SLICE_SECONDS: config.importSeconds.slice?.toString(),
    IMPORT_GIVE_UP_SECONDS: config.importSeconds.giveUp?.toString(),
    DNS_SERVERS: config.dnsServers,
    ...config.endpoints,
    RETENTION_BODY_DAYS: String(config.retentionDays.body),
    RETENTION_EMAIL_DAYS: String(config.retentionDays.email),
    RETENTION_EVENT_DAYS: String(config.retentionDays.event),
    RETENTION_RUN_DAYS: String(config.retentionDays.run),
    RETENTION_WEBHOOK_LOG_DAYS: String(config.retentionDays.webhook_log),
    RETENTION_RECEIVED_DAYS: String(config.retentionDays.received),
  };
  return Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** How people sign in (D9): functions only, since the SMTP task shows no page. */
export const signInSettingsOf = ({ signIn, oidc }: Config): Record<string, string> => ({
  SIGN_IN: signIn,
  ...(oidc && {
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET_ARN: oidc.secretArn,
  }),
});

/** Where a function finds what the Core stack made, known when it is deployed. */
export function namesOf({ table, bodies, queues, schedules, key }: Resources, origin: string) {
  return {
    TABLE_NAME: table.tableName,
    BODY_BUCKET: bodies.bucketName,
    DELIVER_QUEUE_URL: queues.deliver.queue.queueUrl,
    DELIVER_DLQ_URL: queues.deliver.deadLetters.queueUrl,
    DELIVER_QUEUE_ARN: queues.deliver.queue.queueArn,
    BULK_QUEUE_URL: queues.bulk.queue.queueUrl,
    BULK_DLQ_URL: queues.bulk.deadLetters.queueUrl,
    BULK_QUEUE_ARN: queues.bulk.queue.queueArn,
    SCHEDULER_GROUP: schedules.group.ref,
    SCHEDULER_ROLE_ARN: schedules.role.roleArn,
    WEBHOOK_QUEUE_URL: queues['attempt-webhook'].queue.queueUrl,
    WEBHOOK_DLQ_URL: queues['attempt-webhook'].deadLetters.queueUrl,
    COUNT_DLQ_URL: queues.count.deadLetters.queueUrl,
    REMOVAL_QUEUE_URL: queues['tenant-removals'].queue.queueUrl,
    REMOVAL_DLQ_URL: queues['tenant-removals'].deadLetters.queueUrl,
    ADVANCE_QUEUE_URL: queues['advance-run'].queue.queueUrl,
    ADVANCE_DLQ_URL: queues['advance-run'].deadLetters.queueUrl,
    ADVANCE_QUEUE_ARN: queues['advance-run'].queue.queueArn,
    DOMAIN_TASK_QUEUE_URL: queues['domain-tasks'].queue.queueUrl,
    DOMAIN_TASK_DLQ_URL: queues['domain-tasks'].deadLetters.queueUrl,
    NOTICE_QUEUE_URL: queues.notices.queue.queueUrl,
    NOTICE_DLQ_URL: queues.notices.deadLetters.queueUrl,
    RECEIVE_QUEUE_URL: queues.receive.queue.queueUrl,
    RECEIVE_DLQ_URL: queues.receive.deadLetters.queueUrl,
    FEEDBACK_QUEUE_URL: queues.feedback.queue.queueUrl,
    FEEDBACK_DLQ_URL: queues.feedback.deadLetters.queueUrl,
    PUBLIC_ORIGIN: origin,
    ...(key && { KMS_KEY_ARN: key.keyArn }),
  };
}

/** The names that the SMTP task needs; its stack reads them from SSM (P6). */
export const smtpNames = [
  'TABLE_NAME',
  'BODY_BUCKET',
  'DELIVER_QUEUE_URL',
  'DELIVER_DLQ_URL',
  'DELIVER_QUEUE_ARN',
  'BULK_QUEUE_URL',
  'BULK_DLQ_URL',
  'BULK_QUEUE_ARN',
  'WEBHOOK_QUEUE_URL',
  'WEBHOOK_DLQ_URL',
  'COUNT_DLQ_URL',
  'REMOVAL_QUEUE_URL',
  'REMOVAL_DLQ_URL',
  'ADVANCE_QUEUE_URL',
  'ADVANCE_DLQ_URL',
  'ADVANCE_QUEUE_ARN',
  'DOMAIN_TASK_QUEUE_URL',
  'DOMAIN_TASK_DLQ_URL',
  'NOTICE_QUEUE_URL',
  'NOTICE_DLQ_URL',
  'RECEIVE_QUEUE_URL',
  'RECEIVE_DLQ_URL',
  'FEEDBACK_QUEUE_URL',
  'FEEDBACK_DLQ_URL',
  'SCHEDULER_GROUP',
  'SCHEDULER_ROLE_ARN',
  'PUBLIC_ORIGIN',
  'SMTP_ROLE_ARN',
] satisfies (keyof ReturnType<typeof namesOf> | 'SMTP_ROLE_ARN')[];

import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Config } from './config.ts';
import { addRoutes, makeApi } from './constructs/api.ts';
import { makeBodies } from './constructs/bodies.ts';
import { makeFunction } from './constructs/function.ts';
import type { Resources } from './constructs/grants.ts';
import { makeQueues } from './constructs/queues.ts';
import { makeSchedules } from './constructs/schedules.ts';
import { makeSending } from './constructs/sending.ts';
import {
  findZone,
  makeApiDomain,
  makeSandboxIdentity,
  publishServiceRecords,
} from './constructs/service-domain.ts';
import { makeTable } from './constructs/table.ts';
import { functions } from './functions.ts';

export type Core = { stack: Stack; resources: Resources; environment: Record<string, string> };

/**
 * The service but for its SMTP task:
 *
 *   HTTP API -> emails, webhooks, public -> table, bodies
 *                  |
 *             deliver, bulk -> deliver function -> SES -> configuration set -> topic
 *                                                                            |
 *   attempt-webhook function <- attempt-webhook <- feedback function <- feedback
 *
 *   every minute: sweep re-queues what was accepted and not queued
 */
export function coreStack(app: App, config: Config): Core {
  const stack = new Stack(app, 'Core', {
    stackName: `mailwright-${config.stage}`,
    terminationProtection: config.deletionProtection,
  });

  const table = makeTable(stack, config);
  const bodies = makeBodies(stack, config);
  const queues = makeQueues(stack, config);
  const sending = makeSending(stack, config, queues.feedback);
  const schedules = makeSchedules(stack, config, [queues.deliver.queue, queues.bulk.queue]);
  const resources = { table, bodies, queues, sending, schedules };

  const api = makeApi(stack, config);
  const zone = findZone(stack, config);
  if (zone) publishServiceRecords(stack, zone);
  if (zone && config.sandboxDomain && config.sandboxIdentity) {
    makeSandboxIdentity(stack, zone, config.sandboxDomain);
  }
  const origin = config.origin ?? (zone ? makeApiDomain(stack, zone, api) : api.apiEndpoint);

  const environment = environmentOf(config, resources, origin);
  const aliases: Record<string, string> = {};
  for (const [name, spec] of Object.entries(functions)) {
    const fn = makeFunction(stack, { name, spec, config, resources, environment });
    if (spec.routes) addRoutes(api, name, fn, spec.routes);
    aliases[`FUNCTION_${name.toUpperCase().replaceAll('-', '_')}`] = fn.functionArn;
  }

  const outputs = {
    ...environment,
    ...aliases,
    API_ID: api.apiId,
    API_ENDPOINT: api.apiEndpoint,
    FEEDBACK_TOPIC_ARN: sending.topic.topicArn,
  };
  for (const [name, value] of Object.entries(outputs)) {
    new CfnOutput(stack, `${name}-output`, { value }).overrideLogicalId(outputName(name));
  }
  return { stack, resources, environment };
}

/** What every function reads of its deployment; `shared/aws/config.ts` parses it. */
function environmentOf(config: Config, { table, bodies, queues, schedules }: Resources, origin: string) {
  const environment: Record<string, string | undefined> = {
    STAGE: config.stage,
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
    FEEDBACK_QUEUE_URL: queues.feedback.queue.queueUrl,
    FEEDBACK_DLQ_URL: queues.feedback.deadLetters.queueUrl,
    SERVICE_DOMAIN: config.serviceDomain,
    SANDBOX_DOMAIN: config.sandboxDomain,
    PUBLIC_ORIGIN: origin,
    WEBHOOK_TARGETS: config.webhookTargets,
    DNS_SERVERS: config.dnsServers,
    ...config.endpoints,
    RETENTION_BODY_DAYS: String(config.retentionDays.body),
    RETENTION_EMAIL_DAYS: String(config.retentionDays.email),
    RETENTION_EVENT_DAYS: String(config.retentionDays.event),
    RETENTION_WEBHOOK_LOG_DAYS: String(config.retentionDays.webhook_log),
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** CloudFormation takes letters and digits only: TABLE_NAME is the output TableName. */
function outputName(variable: string): string {
  return variable.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

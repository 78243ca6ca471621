import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Config } from './config.ts';
import { makeAlarms, makeBudget } from './constructs/alarms.ts';
import { addRoutes, makeApi, makeStage, orderRoutes } from './constructs/api.ts';
import { makeBodies } from './constructs/bodies.ts';
import { makeDashboard } from './constructs/dashboard.ts';
import { makeFunction, makeSmtpRole } from './constructs/function.ts';
import { makeLog } from './constructs/keep.ts';
import { makeKey } from './constructs/key.ts';
import { publishParameters } from './constructs/parameters.ts';
import { makeQueues } from './constructs/queues.ts';
import { makeReceiving } from './constructs/receiving.ts';
import { ruleSetName } from './constructs/rule-set.ts';
import { makeQueries } from './constructs/saved-queries.ts';
import { makeSchedules } from './constructs/schedules.ts';
import { makeSending } from './constructs/sending.ts';
import {
  apiDomainName,
  findZone,
  makeSandboxIdentity,
  publishServiceRecords,
  serveAt,
} from './constructs/service-domain.ts';
import { makeTable } from './constructs/table.ts';
import { functions } from './functions.ts';
import { releaseVariables } from './release.ts';
import { partsOf } from './variables.ts';

/**
 * The stack without the SMTP task:
 *
 *   HTTP API -> emails, webhooks, public -> table, bodies
 *                  |
 *             deliver, bulk -> deliver function -> SES -> configuration set -> topic
 *                                                                            |
 *   attempt-webhook function <- attempt-webhook <- feedback function <- feedback
 *
 *   table stream -> count function -> counters in the table
 *   every minute: sweep queues emails that were accepted but not queued, and starts functions whose queues have no
 *   event source
 */
export function coreStack(app: App, config: Config): Stack {
  const stack = new Stack(app, 'Core', {
    stackName: `mailwright-${config.stage}`,
    terminationProtection: config.locked,
  });

  const key = makeKey(stack, config);
  const table = makeTable(stack, config, key);
  const bodies = makeBodies(stack, config, key);
  const queues = makeQueues(stack, config, key);
  const sending = makeSending(stack, config, queues.feedback);
  const received =
    config.inbound === 'ses' ? makeReceiving(stack, config, { bodies, key, receive: queues.receive }) : null;
  const schedules = makeSchedules(
    stack,
    config,
    [queues.deliver, queues.bulk, queues['advance-run']].map(({ queue }) => queue),
    key,
  );
  const aliases: Record<string, Alias> = {};
  const resources = { config, table, bodies, queues, sending, schedules, key, functions: aliases };

  const zone = findZone(stack, config);
  const ownDomain = zone && config.apiDomain ? zone : undefined;
  const api = makeApi(stack, config, { ownDomain: ownDomain !== undefined });
  if (zone) publishServiceRecords(stack, zone);
  if (zone && config.sandboxDomain && config.sandboxIdentity) {
    const { sandboxDomain, stage } = config;
    makeSandboxIdentity(stack, zone, { sandboxDomain, stage });
  }
  const origin = config.origin ?? (ownDomain ? `https://${apiDomainName(ownDomain)}` : api.apiEndpoint);

  const names = partsOf(resources, origin);
  const environment = {
    ...config.variables,
    ...config.endpoints,
    ...names,
    ...(key && { KMS_KEY_ARN: key.keyArn }),
  };
  const release = releaseVariables();
  const open: HttpRoute[] = [];
  const all: HttpRoute[] = [];
  for (const [name, spec] of Object.entries(functions)) {
    // Only these functions show the release, so the others don't change when only the commit does.
    const variables = spec.open ? { ...environment, ...release } : environment;
    const fn = makeFunction(stack, { name, spec, config, resources, environment: variables });
    const routes = addRoutes(api, name, fn, spec.routes ?? []);
    if (spec.open) open.push(...routes);
    all.push(...routes);
    aliases[name] = fn;
  }
  orderRoutes(all);
  const { smtp } = config;
  const role = smtp && makeSmtpRole(stack, resources);
  const task = role && smtp.runs === 'stack' ? { role, log: makeLog(stack, config, 'smtp') } : undefined;
  const apiStage = makeStage(stack, api, config, open);
  if (ownDomain) serveAt(apiDomainName(ownDomain), { id: 'Api', zone: ownDomain, api, stage: apiStage });
  if (zone && config.trackingHost)
    serveAt(config.trackingHost, { id: 'Tracking', zone, api, stage: apiStage });
  const { count } = aliases;
  let alarmTopic: Topic | undefined;
  if (config.alarms && count) {
    const watched = { config, resources, api, origin, count: count.lambda };
    alarmTopic = makeAlarms(stack, watched);
    makeBudget(stack, config, alarmTopic);
    makeDashboard(stack, watched);
    makeQueries(stack, config);
  }

  const outputs = {
    ...environment,
    ...release,
    ...functionVariables(aliases),
    API_ID: api.apiId,
    FEEDBACK_TOPIC_ARN: sending.topic.topicArn,
    ...(alarmTopic && { ALARM_TOPIC_ARN: alarmTopic.topicArn }),
    ...(config.restored && { RESTORED_TABLE: config.restored.table }),
    ...(role && { SMTP_ROLE_ARN: role.roleArn }),
    ...(received && { RECEIPT_RULE_SET: ruleSetName(config), RECEIVED_TOPIC_ARN: received.topicArn }),
  };
  for (const [name, value] of Object.entries(outputs))
    new CfnOutput(stack, `${name}-output`, { value }).overrideLogicalId(outputName(name));
  if (task) {
    const { role, log } = task;
    const ofTask = { SMTP_ROLE_ARN: role.roleArn, SMTP_LOG_GROUP: log.logGroupName };
    publishParameters(stack, config, { ...names, ...ofTask });
  }
  return stack;
}

/** Each function alias's ARN, for tools: FUNCTION_ATTEMPT_WEBHOOK. */
function functionVariables(aliases: Record<string, Alias>): Record<string, string> {
  const named = Object.entries(aliases).map(([name, { functionArn }]) => [
    `FUNCTION_${name.toUpperCase().replaceAll('-', '_')}`,
    functionArn,
  ]);
  return Object.fromEntries(named);
}

/** CloudFormation allows only letters and digits: TABLE_NAME becomes output TableName. */
function outputName(variable: string): string {
  return variable.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

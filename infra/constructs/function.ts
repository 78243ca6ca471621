import { Duration, Names, Stack, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as RuleTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  FilterCriteria,
  FilterRule,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  StartingPosition,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { maySendToItself } from '../chains.ts';
import type { Config } from '../config.ts';
import type { FunctionSpec } from '../function-spec.ts';
import { buildFolder, smtpTask } from '../functions.ts';
import { sweepEvent } from './drains.ts';
import { grantAll, type Resources } from './grants.ts';
import { makeLog } from './keep.ts';

type FunctionProps = {
  name: string;
  spec: FunctionSpec;
  config: Config;
  resources: Resources;
  environment: Record<string, string>;
};

/**
 * One Lambda, `functions/<name>/handler.ts`, with its own role, log, and event source. Returns the alias that
 * serves it. Each deploy publishes a version and then moves the alias: CloudFormation changes code and
 * variables in two calls, and `$LATEST` runs a mix in between.
 */
export function makeFunction(scope: Construct, props: FunctionProps): Alias {
  const { name, spec, config, resources, environment } = props;
  const logGroup = makeLog(scope, config, name);
  const role = new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  const reserved = config.concurrency.reserved[name];
  const fn = new LambdaFunction(scope, name, {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'handler.handler',
    code: Code.fromAsset(`${buildFolder}/${name}`, { exclude: ['*.map'] }),
    timeout: Duration.seconds(spec.timeout),
    memorySize: spec.memory,
    ...(reserved && { reservedConcurrentExecutions: reserved }),
    // Lambda ends a chain of requests when it returns to a function about the 17th time (P42).
    ...(maySendToItself(name) && { recursiveLoop: RecursiveLoop.ALLOW }),
    environment,
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    // START, END, and REPORT lines would triple the log. Failed starts still show.
    systemLogLevelV2: SystemLogLevel.WARN,
  });
  grantAll(role, spec, resources);
  const live = new Alias(scope, `${name}-live`, { aliasName: 'live', version: fn.currentVersion });
  connect(scope, live, props);
  return live;
}

function connect(scope: Construct, live: Alias, { name, spec, config, resources }: FunctionProps): void {
  for (const queue of spec.queues ?? []) feedFromQueue(live, queue, { config, resources });
  if (spec.stream) feedFromTable(live, spec.stream, resources);
  if (spec.everyMinutes) {
    // Lambda keeps throttled events for 6 hours. Without this limit, late runs would pile up behind a slow
    // run.
    const maxEventAge = Duration.minutes(1);
    live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge });
    const event = spec.grants.includes('queues:drain') ? sweepEvent(resources) : undefined;
    new Rule(scope, `${name}-rule`, {
      schedule: Schedule.rate(Duration.minutes(spec.everyMinutes)),
      targets: [new RuleTarget(live, { retryAttempts: 0, maxEventAge, event })],
    });
  }
}

/** The permissions a function's role needs to read its queue, through Lambda or directly, and its stream. */
const taking = ['sqs:ReceiveMessage', 'sqs:DeleteMessage'];
const polling = [...taking, 'sqs:GetQueueAttributes'];
const following = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

/**
 * A queue as an event source. CDK's own event sources would allow the KMS key for anything, but only messages
 * and changes need it (`keyStatements`). Without an event source, the function takes messages itself when the
 * sweep starts it.
 */
function feedFromQueue(
  live: Alias,
  { name, batchSize }: NonNullable<FunctionSpec['queues']>[number],
  { config, resources }: { config: Config; resources: Resources },
): void {
  const { queue } = resources.queues[name];
  if (config.concurrency.drained.includes(name)) {
    live.addToRolePolicy(new PolicyStatement({ actions: taking, resources: [queue.queueArn] }));
    return;
  }
  live.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(queue.node)}`, {
    eventSourceArn: queue.queueArn,
    batchSize,
    maxConcurrency: config.concurrency.queues[name],
    ...(name === 'feedback' &&
      config.feedbackWindow > 0 && { maxBatchingWindow: Duration.seconds(config.feedbackWindow) }),
    reportBatchItemFailures: true,
  });
  live.addToRolePolicy(new PolicyStatement({ actions: polling, resources: [queue.queueArn] }));
}

/**
 * The table's stream, read from its start, so a new deployment misses nothing. Lambda names a batch's shard
 * only with a tumbling window, which allows one copy per shard. A failed batch is retried in halves until the
 * stream drops it after 24 hours. Then its range goes to the dead-letter queue.
 */
function feedFromTable(
  live: Alias,
  stream: NonNullable<FunctionSpec['stream']>,
  { table, queues }: Resources,
): void {
  const shown = {
    dynamodb: { NewImage: { et: { S: stream.shows.map((et) => FilterRule.isEqual(et)[0]) } } },
  };
  const { deadLetters } = queues.count;
  live.addEventSourceMapping(`DynamoDBEventSource:${Names.nodeUniqueId(table.node)}`, {
    eventSourceArn: table.tableStreamArn ?? '',
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: stream.batchSize,
    maxBatchingWindow: Duration.seconds(stream.batchingWindow),
    tumblingWindow: Duration.minutes(15),
    parallelizationFactor: 1,
    bisectBatchOnError: true,
    onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    filters: [FilterCriteria.filter(shown)],
  });
  for (const [actions, resource] of [
    [following, table.tableStreamArn ?? ''],
    [['dynamodb:ListStreams'], '*'],
    [['sqs:SendMessage'], deadLetters.queueArn],
  ] as const)
    live.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  const reason =
    "Lambda lists the account's streams, and DynamoDB offers no resource-level permission for that.";
  if (live.role) Validations.of(live.role).acknowledge({ id: 'AwsSolutions-IAM5[Resource::*]', reason });
}

/**
 * The SMTP task's role. It lives in the Core stack, next to its resources, and the SMTP stack finds it by
 * ARN.
 */
export function makeSmtpRole(scope: Construct, resources: Resources): Role {
  // ECS can assume it only for tasks of this account.
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  const assumedBy = new ServicePrincipal('ecs-tasks.amazonaws.com', { conditions });
  const role = new Role(scope, 'SmtpRole', { assumedBy });
  grantAll(role, smtpTask, resources);
  const { smtpCertificate: certificate } = resources.config;
  if (certificate) {
    const isAcm = certificate.split(':')[2] === 'acm';
    const actions = [isAcm ? 'acm:ExportCertificate' : 'secretsmanager:GetSecretValue'];
    role.addToPolicy(new PolicyStatement({ actions, resources: [certificate] }));
  }
  return role;
}

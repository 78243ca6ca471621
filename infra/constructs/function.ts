import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as RuleTarget } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  FilterCriteria,
  FilterRule,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  StartingPosition,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { buildFolder, type FunctionSpec } from '../functions.ts';
import { grantAll, type Resources } from './grants.ts';
import { removalOf } from './keep.ts';

type FunctionProps = {
  name: string;
  spec: FunctionSpec;
  config: Config;
  resources: Resources;
  environment: Record<string, string>;
};

/**
 * One Lambda: `functions/<name>/handler.ts`, with its own role, its own log and its source of events. Returns the alias
 * that serves it. Each deploy publishes a version and then moves the alias: CloudFormation changes code and variables
 * in two calls, between which `$LATEST` runs with one old and one new (P5).
 */
export function makeFunction(scope: Construct, props: FunctionProps): Alias {
  const { name, spec, config, resources, environment } = props;
  const logGroup = new LogGroup(scope, `${name}-log`, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: removalOf(config),
  });
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
    environment,
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    // START, END and REPORT lines would triple the log; a failed start still shows.
    systemLogLevelV2: SystemLogLevel.WARN,
  });
  grantAll(role, spec, resources);
  const live = new Alias(scope, `${name}-live`, { aliasName: 'live', version: fn.currentVersion });
  connect(scope, live, props);
  return live;
}

function connect(scope: Construct, live: Alias, { name, spec, config, resources }: FunctionProps): void {
  for (const { name: queue, batchSize } of spec.queues ?? []) {
    live.addEventSource(
      new SqsEventSource(resources.queues[queue].queue, {
        batchSize,
        maxConcurrency: config.concurrency.queues[queue],
        reportBatchItemFailures: true,
      }),
    );
  }
  if (spec.stream) {
    live.addEventSource(tableChanges(spec.stream, resources));
    const reason = "DynamoDB knows no resource for the list of an account's streams, which Lambda reads.";
    if (live.role) Validations.of(live.role).acknowledge({ id: 'AwsSolutions-IAM5[Resource::*]', reason });
  }
  if (spec.everyMinutes) {
    // Lambda keeps what it throttles for 6 hours: without an end to it, late runs would pile up behind a slow one.
    const maxEventAge = Duration.minutes(1);
    live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge });
    new Rule(scope, `${name}-rule`, {
      schedule: Schedule.rate(Duration.minutes(spec.everyMinutes)),
      targets: [new RuleTarget(live, { retryAttempts: 0, maxEventAge })],
    });
  }
}

/**
 * The table's stream, which is read from where it began, so that a new deployment misses nothing. Lambda names the
 * shard of a batch only where there is a tumbling window, which allows one copy per shard. A batch that fails is
 * tried again in halves until the stream forgets it, after 24 hours: then its range goes to the dead-letter queue.
 */
function tableChanges(
  stream: NonNullable<FunctionSpec['stream']>,
  { table, queues }: Resources,
): DynamoEventSource {
  const shown = {
    dynamodb: { NewImage: { et: { S: stream.shows.map((et) => FilterRule.isEqual(et)[0]) } } },
  };
  return new DynamoEventSource(table, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: stream.batchSize,
    maxBatchingWindow: Duration.seconds(stream.batchingWindow),
    tumblingWindow: Duration.minutes(15),
    parallelizationFactor: 1,
    bisectBatchOnError: true,
    onFailure: new SqsDlq(queues.count.deadLetters),
    filters: [FilterCriteria.filter(shown)],
  });
}

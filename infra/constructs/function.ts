import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as RuleTarget } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { maySendToItself } from '../chains.ts';
import type { Config } from '../config.ts';
import type { FunctionSpec } from '../function-spec.ts';
import { buildFolder } from '../functions.ts';
import { sweepEvent } from './drains.ts';
import { grantAll, type Resources } from './grants.ts';
import { makeLog } from './log.ts';
import { feedFromQueue, feedFromTable } from './sources.ts';

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
    // Lambda ends a chain of requests that comes back to a function for about the 17th time (P42).
    ...(maySendToItself(name) && { recursiveLoop: RecursiveLoop.ALLOW }),
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
  for (const queue of spec.queues ?? []) feedFromQueue(live, queue, { config, resources });
  if (spec.stream) feedFromTable(live, spec.stream, resources);
  if (spec.everyMinutes) {
    // Lambda keeps throttled events for 6 hours: without a limit, late runs would pile up behind a slow one.
    const maxEventAge = Duration.minutes(1);
    live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge });
    const event = spec.grants.includes('queues:drain') ? sweepEvent(resources) : undefined;
    new Rule(scope, `${name}-rule`, {
      schedule: Schedule.rate(Duration.minutes(spec.everyMinutes)),
      targets: [new RuleTarget(live, { retryAttempts: 0, maxEventAge, event })],
    });
  }
}

import { RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { DrainedQueue, SweepEvent } from '../../shared/domain/ports/drains.ts';
import type { Config } from '../config.ts';
import type { QueueName } from '../function-spec.ts';
import { functions } from '../functions.ts';
import type { Queues } from './queues.ts';

type Resources = { config: Config; queues: Queues; functions: Record<string, Alias> };

/** Notices come first because a person waits. Tenant removals may use up the sweep's time. */
const order: QueueName[] = ['notices', 'receive', 'advance-run', 'domain-tasks', 'bulk', 'tenant-removals'];

/** The function that a queue feeds, and its batch size. */
function consumerOf(queue: QueueName, made: Record<string, Alias>) {
  for (const [name, { queues = [] }] of Object.entries(functions)) {
    const source = queues.find((one) => one.name === queue);
    const alias = made[name];
    if (source && alias) return { alias, batch_size: source.batchSize };
  }
  throw new Error(`no function created so far consumes the queue ${queue}`);
}

/**
 * Each sweep gets the queues without an event source in its event, because its variables have no room left.
 */
export function sweepEvent({ config, queues, functions }: Resources): RuleTargetInput | undefined {
  const { drained } = config.concurrency;
  if (drained.length === 0) return undefined;
  const named = order
    .filter((name) => drained.includes(name))
    .map((name): DrainedQueue => {
      const { alias, batch_size } = consumerOf(name, functions);
      return { name, url: queues[name].queue.queueUrl, function: alias.functionArn, batch_size };
    });
  return RuleTargetInput.fromObject({ drained: named } satisfies SweepEvent);
}

/** The sweep's permissions: to see whether messages wait, and to start the functions that handle them. */
export function drainStatements({ config, queues, functions }: Resources): PolicyStatement[] {
  const { drained } = config.concurrency;
  if (drained.length === 0) return [];
  const started = new Set(drained.map((name) => consumerOf(name, functions).alias.functionArn));
  return [
    new PolicyStatement({
      actions: ['sqs:GetQueueAttributes'],
      resources: drained.map((name) => queues[name].queue.queueArn),
    }),
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [...started] }),
  ];
}

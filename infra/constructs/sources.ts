import { Duration, Names, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Alias, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../config.ts';
import type { FunctionSpec } from '../function-spec.ts';
import type { Resources } from './grants.ts';

/** The actions by which a function's role reads its queue, by Lambda or by itself, and its stream. */
const taking = ['sqs:ReceiveMessage', 'sqs:DeleteMessage'];
const polling = [...taking, 'sqs:GetQueueAttributes'];
const following = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

/**
 * A queue as a source of events. CDK's own event sources would let the function use the KMS key for anything, where it
 * needs it for messages and changes only (`keyStatements`). Without one, the function takes the messages itself when the
 * sweep starts it (P48).
 */
export function feedFromQueue(
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
 * The table's stream, which is read from where it began, so that a new deployment misses nothing. Lambda names the
 * shard of a batch only where there is a tumbling window, which allows one copy per shard. A batch that fails is
 * tried again in halves until the stream forgets it, after 24 hours: then its range goes to the dead-letter queue.
 */
export function feedFromTable(
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
  const reason = "DynamoDB knows no resource for the list of an account's streams, which Lambda reads.";
  if (live.role) Validations.of(live.role).acknowledge({ id: 'AwsSolutions-IAM5[Resource::*]', reason });
}

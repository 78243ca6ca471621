import { Duration, Validations } from 'aws-cdk-lib';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import type { QueueName } from '../function-spec.ts';
import { functions } from '../functions.ts';

export type WorkQueue = { queue: Queue; deadLetters: Queue };
export type Queues = Record<QueueName, WorkQueue> & { count: Pick<WorkQueue, 'deadLetters'> };

/** A message keeps its age in the dead-letter queue, so the difference is the time to drain it. */
const sourceRetention = Duration.days(4);
const deadLetterRetention = Duration.days(14);

/** Consumers are idempotent, so a message may be tried often before a person has to look. */
const usualPatience = { retention: sourceRetention, maxReceiveCount: 10 };

export function makeQueues(scope: Construct, config: Config, key: Key | undefined): Queues {
  return {
    deliver: workQueue(scope, 'deliver', config, key),
    bulk: workQueue(scope, 'bulk', config, key),
    feedback: workQueue(scope, 'feedback', config, key),
    'attempt-webhook': workQueue(scope, 'attempt-webhook', config, key),
    // The table's stream is its source.
    count: { deadLetters: reportQueue(scope, 'count', config, key) },
    'domain-tasks': workQueue(scope, 'domain-tasks', config, key),
    'advance-run': workQueue(scope, 'advance-run', config, key),
    notices: workQueue(scope, 'notices', config, key),
    'tenant-removals': workQueue(scope, 'tenant-removals', config, key),
    // Mail answered with 250 must outlive a long outage (R40).
    receive: workQueue(scope, 'receive', config, key, { retention: deadLetterRetention, maxReceiveCount: 5 }),
  };
}

/**
 * How long SQS uses a data key. Each period costs two KMS requests per sending role and one per receiving
 * role, whatever the traffic. An hour costs at most $0.10 a month for all queues, 5 minutes $1.
 */
const dataKeyReuse = Duration.hours(1);

const common = ({ enforceSsl }: Config, key: Key | undefined) => ({
  ...(key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key, dataKeyReuse }
    : { encryption: QueueEncryption.SQS_MANAGED }),
  enforceSSL: enforceSsl,
});

function deadLetterQueue(scope: Construct, name: string, config: Config, key: Key | undefined): Queue {
  const retentionPeriod = deadLetterRetention;
  return new Queue(scope, `${name}-dead-letters`, { ...common(config, key), retentionPeriod });
}

/**
 * The queue for batches dropped by a stream. It isn't any queue's dead-letter queue, so it looks like a work
 * queue.
 */
function reportQueue(scope: Construct, name: string, config: Config, key: Key | undefined): Queue {
  const queue = deadLetterQueue(scope, name, config, key);
  const reason = "This is the dead-letter queue for one of the stream's event sources.";
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason });
  return queue;
}

type Patience = { retention: Duration; maxReceiveCount: number };

function workQueue(
  scope: Construct,
  name: QueueName,
  config: Config,
  key: Key | undefined,
  { retention, maxReceiveCount }: Patience = usualPatience,
): WorkQueue {
  const deadLetters = deadLetterQueue(scope, name, config, key);
  const queue = new Queue(scope, `${name}-queue`, {
    ...common(config, key),
    // AWS recommends six times the timeout of the queue's function.
    visibilityTimeout: Duration.seconds(6 * timeoutOfConsumer(name)),
    retentionPeriod: retention,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  return { queue, deadLetters };
}

function timeoutOfConsumer(name: QueueName): number {
  const consumer = Object.values(functions).find(({ queues = [] }) =>
    queues.some((queue) => queue.name === name),
  );
  if (!consumer) throw new Error(`no function consumes the queue ${name}`);
  return consumer.timeout;
}

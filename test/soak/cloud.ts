import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateTopicCommand, DeleteTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueName } from '../../infra/function-spec.ts';
import { functions } from '../../infra/functions.ts';
import { snsPublish } from '../../localstack/ses/aws.ts';
import type { ConfigurationSet } from '../../localstack/ses/configuration-sets.ts';
import { startWorld, type World } from '../localstack/world.ts';

const region = 'us-east-1';

/** As in the stack, a message is tried ten times. */
const maxReceiveCount = 10;

type Queue = { url: string; deadLetters: string };

export type SoakCloud = {
  environment: Record<string, string>;
  queues: Record<QueueName, Queue>;
  sqs: SQSClient;
  ses: World;
  /** Messages that are waiting, delayed, or in flight. */
  depth: (url: string) => Promise<number>;
  close: () => Promise<void>;
};

const timeoutOf = (name: QueueName) =>
  Object.values(functions).find(({ queues = [] }) => queues.some((queue) => queue.name === name))?.timeout ??
  30;

async function createQueue(
  sqs: SQSClient,
  name: string,
  attributes: Record<string, string>,
): Promise<string> {
  return (await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }))).QueueUrl ?? '';
}

type Pace = {
  /** How many times as fast the product's clock runs. */
  speed: number;
  /** How many function timeouts a queue hides a message for. It is 6 in the stack. */
  hidden: number;
};

async function createWorkQueue(
  sqs: SQSClient,
  run: string,
  name: QueueName,
  { speed, hidden }: Pace,
): Promise<Queue> {
  const deadLetters = await createQueue(sqs, `${run}-${name}-dead`, {});
  const deadLetterTargetArn = `arn:aws:sqs:${region}:000000000000:${run}-${name}-dead`;
  const url = await createQueue(sqs, `${run}-${name}`, {
    VisibilityTimeout: String(Math.ceil((hidden * timeoutOf(name)) / speed)),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount }),
  });
  return { url, deadLetters };
}

const index = (name: string): GlobalSecondaryIndex => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: `${name}pk`, KeyType: 'HASH' },
    { AttributeName: `${name}sk`, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' },
});

async function createTable(dynamo: DynamoDBClient, TableName: string): Promise<void> {
  const names = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'];
  await dynamo.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexes: [index('gsi1'), index('gsi2')],
    }),
  );
}

/** SES with the stack's two configuration sets, publishing to a topic that feeds the feedback queue (E34). */
async function startSes(endpoint: string, topicArn: string): Promise<World> {
  const MatchingEventTypes = ['SEND', 'DELIVERY', 'BOUNCE', 'COMPLAINT', 'DELIVERY_DELAY', 'REJECT'];
  const set = (name: string): ConfigurationSet => ({
    ConfigurationSetName: name,
    EventDestinations: [
      { Name: 'feedback', Enabled: true, MatchingEventTypes, SnsDestination: { TopicArn: topicArn } },
    ],
  });
  const publish = snsPublish({ awsEndpoint: endpoint, region });
  const world = await startWorld({ awsEndpoint: endpoint, region, publish });
  await world.putSets(set('soak-opportunistic'), set('soak-enforced'));
  return world;
}

/** Creates a table, queues, a bucket, a topic, and an SES only for the soak, in the cloud at `endpoint`. */
export async function createSoakCloud(
  endpoint: string,
  pace: Pace,
  credentials = { accessKeyId: 'test', secretAccessKey: 'test' },
): Promise<SoakCloud> {
  const run = `soak${Date.now().toString(36)}`;
  const aws = { endpoint, region, credentials };
  const [dynamo, sqs, sns, s3] = [
    new DynamoDBClient(aws),
    new SQSClient(aws),
    new SNSClient(aws),
    new S3Client({ ...aws, forcePathStyle: true }),
  ];
  await Promise.all([createTable(dynamo, run), s3.send(new CreateBucketCommand({ Bucket: run }))]);
  const [deliver, bulk, feedback, webhooks, domainTasks, removals, notices, advance, receive] =
    await Promise.all(
      (
        [
          'deliver',
          'bulk',
          'feedback',
          'attempt-webhook',
          'domain-tasks',
          'tenant-removals',
          'notices',
          'advance-run',
          'receive',
        ] as const
      ).map((name) => createWorkQueue(sqs, run, name, pace)),
    );
  if (
    !deliver ||
    !bulk ||
    !feedback ||
    !webhooks ||
    !domainTasks ||
    !removals ||
    !notices ||
    !advance ||
    !receive
  )
    throw new Error('no queues');
  const queues = {
    deliver,
    bulk,
    feedback,
    'attempt-webhook': webhooks,
    'domain-tasks': domainTasks,
    'tenant-removals': removals,
    notices,
    'advance-run': advance,
    receive,
  };
  const topic = (await sns.send(new CreateTopicCommand({ Name: run }))).TopicArn ?? '';
  await sns.send(
    new SubscribeCommand({
      TopicArn: topic,
      Protocol: 'sqs',
      Endpoint: `arn:aws:sqs:${region}:000000000000:${run}-feedback`,
      Attributes: { RawMessageDelivery: 'true' },
    }),
  );
  const ses = await startSes(endpoint, topic);

  async function depth(url: string): Promise<number> {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
    );
    return (['', 'NotVisible', 'Delayed'] as const)
      .map((kind) => Number(Attributes[`ApproximateNumberOfMessages${kind}` as const] ?? 0))
      .reduce((sum, count) => sum + count, 0);
  }

  return {
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      STAGE: 'soak',
      TABLE_NAME: run,
      BODY_BUCKET: run,
      DELIVER_QUEUE_URL: deliver.url,
      BULK_QUEUE_URL: bulk.url,
      BULK_DLQ_URL: bulk.deadLetters,
      // Nothing here is scheduled beyond the longest queue delay.
      DELIVER_QUEUE_ARN: `arn:aws:sqs:${region}:000000000000:none`,
      BULK_QUEUE_ARN: `arn:aws:sqs:${region}:000000000000:none`,
      SCHEDULER_GROUP: 'none',
      SCHEDULER_ROLE_ARN: 'arn:aws:iam::000000000000:role/none',
      DELIVER_DLQ_URL: deliver.deadLetters,
      FEEDBACK_QUEUE_URL: feedback.url,
      FEEDBACK_DLQ_URL: feedback.deadLetters,
      WEBHOOK_QUEUE_URL: webhooks.url,
      WEBHOOK_DLQ_URL: webhooks.deadLetters,
      // The soak keeps no counts.
      COUNT_DLQ_URL: deliver.deadLetters,
      REMOVAL_QUEUE_URL: removals.url,
      REMOVAL_DLQ_URL: removals.deadLetters,
      NOTICE_QUEUE_URL: notices.url,
      NOTICE_DLQ_URL: notices.deadLetters,
      ADVANCE_QUEUE_URL: advance.url,
      ADVANCE_DLQ_URL: advance.deadLetters,
      RECEIVE_QUEUE_URL: receive.url,
      RECEIVE_DLQ_URL: receive.deadLetters,
      ADVANCE_QUEUE_ARN: `arn:aws:sqs:${region}:000000000000:none`,
      DOMAIN_TASK_QUEUE_URL: domainTasks.url,
      DOMAIN_TASK_DLQ_URL: domainTasks.deadLetters,
      SERVICE_DOMAIN: 'soak.test',
      SANDBOX_DOMAIN: 'sandbox.soak.test',
      PUBLIC_ORIGIN: 'http://127.0.0.1',
    },
    queues,
    sqs,
    ses,
    depth,
    close: async () => {
      const urls = Object.values(queues).flatMap(({ url, deadLetters }) => [url, deadLetters]);
      await Promise.all([
        dynamo.send(new DeleteTableCommand({ TableName: run })),
        sns.send(new DeleteTopicCommand({ TopicArn: topic })),
        ...urls.map((QueueUrl) => sqs.send(new DeleteQueueCommand({ QueueUrl }))),
      ]);
      for (const client of [dynamo, sqs, sns, s3]) client.destroy();
      await ses.close();
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
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
import { dropAwsVariables, useLocalKeys } from '../../localstack/environment.ts';
import { startMinistack } from '../../localstack/ministack.ts';
import { freePorts } from '../../localstack/net.ts';
import { beginRun, localFolder } from '../../localstack/running.ts';
import { snsPublish } from '../../localstack/ses/aws.ts';
import type { ConfigurationSet } from '../../localstack/ses/configuration-sets.ts';
import { dropTable, makeTable } from '../compat/table.ts';
import { startWorld, type World } from '../localstack/world.ts';

const region = 'us-east-1';
const account = `${region}:000000000000`;

/** A message is tried ten times, as in the stack. */
const maxReceiveCount = 10;

/** The prefix of each queue's environment variables. */
const variables: Record<QueueName, string> = {
  deliver: 'DELIVER',
  bulk: 'BULK',
  feedback: 'FEEDBACK',
  'attempt-webhook': 'WEBHOOK',
  'domain-tasks': 'DOMAIN_TASK',
  'tenant-removals': 'REMOVAL',
  notices: 'NOTICE',
  'advance-run': 'ADVANCE',
  receive: 'RECEIVE',
};

type Queue = { url: string; deadLetters: string };

export type BareCloud = {
  environment: Record<string, string>;
  queues: Record<QueueName, Queue>;
  sqs: SQSClient;
  ses: World;
  depth: (url: string) => Promise<number>;
  close: () => Promise<void>;
};

const timeoutOf = (name: QueueName) =>
  Object.values(functions).find(({ queues = [] }) => queues.some((queue) => queue.name === name))?.timeout ??
  30;

type Pace = {
  /** The speed of the product's clock, as a multiple of real time. */
  speed: number;
  /** How many function timeouts a queue hides a message for. The stack uses 6. */
  hidden: number;
};

/** An emulator without a deployment. This process uses its keys from now on, not those of another cloud. */
export async function startEmulator(): Promise<{ endpoint: string; close: () => Promise<void> }> {
  dropAwsVariables();
  useLocalKeys({ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  const folder = await mkdtemp(`${localFolder}/emulator-`);
  const run = await beginRun(folder);
  const [port = 0] = await freePorts(1);
  const logFile = `${folder}/cloud.log`;
  const cloud = await startMinistack({ port, logFile, environment: {}, run, key: 'test' });
  return {
    endpoint: cloud.endpoint,
    close: async () => {
      await cloud.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
  await world.putSets(set('bare-opportunistic'), set('bare-enforced'));
  return world;
}

/** Messages in a queue that are waiting, delayed, or in flight. */
export async function depthOf(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const names = ['', 'NotVisible', 'Delayed'] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  return names.reduce((sum, name) => sum + Number(Attributes[`ApproximateNumberOfMessages${name}`] ?? 0), 0);
}

/** The table, queues, bucket, topic, and SES of a deployment without functions, in the cloud at `endpoint`. */
export async function createBareCloud(
  endpoint: string,
  { speed, hidden }: Pace = { speed: 1, hidden: 6 },
  credentials = { accessKeyId: 'test', secretAccessKey: 'test' },
): Promise<BareCloud> {
  const run = `bare${Date.now().toString(36)}`;
  const aws = { endpoint, region, credentials };
  const [dynamo, sqs, sns, s3] = [
    new DynamoDBClient(aws),
    new SQSClient(aws),
    new SNSClient(aws),
    new S3Client({ ...aws, forcePathStyle: true }),
  ];
  const arnOf = (name: string) => `arn:aws:sqs:${account}:${run}-${name}`;
  const createQueue = async (name: string, Attributes: Record<string, string> = {}) =>
    (await sqs.send(new CreateQueueCommand({ QueueName: `${run}-${name}`, Attributes }))).QueueUrl ?? '';
  const createWorkQueue = async (name: QueueName): Promise<Queue> => {
    const deadLetters = await createQueue(`${name}-dead`);
    const url = await createQueue(name, {
      VisibilityTimeout: String(Math.ceil((hidden * timeoutOf(name)) / speed)),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf(`${name}-dead`), maxReceiveCount }),
    });
    return { url, deadLetters };
  };
  const names = Object.keys(variables) as QueueName[];
  const [made, { TopicArn = '' }] = await Promise.all([
    Promise.all(names.map(async (name) => [name, await createWorkQueue(name)] as const)),
    sns.send(new CreateTopicCommand({ Name: run })),
    makeTable(run, dynamo),
    s3.send(new CreateBucketCommand({ Bucket: run })),
  ]);
  const queues = Object.fromEntries(made) as BareCloud['queues'];
  const Attributes = { RawMessageDelivery: 'true' };
  const feedback = { TopicArn, Protocol: 'sqs', Endpoint: arnOf('feedback'), Attributes };
  await sns.send(new SubscribeCommand(feedback));
  const ses = await startSes(endpoint, TopicArn);

  const urls = made.flatMap(([name, { url, deadLetters }]) => [
    [`${variables[name]}_QUEUE_URL`, url],
    [`${variables[name]}_DLQ_URL`, deadLetters],
  ]);
  return {
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      STAGE: 'bare',
      TABLE_NAME: run,
      BODY_BUCKET: run,
      ...Object.fromEntries(urls),
      // No function counts here.
      COUNT_DLQ_URL: queues.deliver.deadLetters,
      DELIVER_QUEUE_ARN: arnOf('deliver'),
      BULK_QUEUE_ARN: arnOf('bulk'),
      ADVANCE_QUEUE_ARN: arnOf('advance-run'),
      SCHEDULER_GROUP: 'default',
      SCHEDULER_ROLE_ARN: 'arn:aws:iam::000000000000:role/none',
      SERVICE_DOMAIN: 'bare.test',
      SANDBOX_DOMAIN: 'sandbox.bare.test',
      PUBLIC_ORIGIN: 'http://127.0.0.1',
    },
    queues,
    sqs,
    ses,
    depth: (url) => depthOf(sqs, url),
    close: async () => {
      await Promise.all([
        dropTable(run, dynamo),
        sns.send(new DeleteTopicCommand({ TopicArn })),
        ...Object.values(queues)
          .flatMap(({ url, deadLetters }) => [url, deadLetters])
          .map((QueueUrl) => sqs.send(new DeleteQueueCommand({ QueueUrl }))),
      ]);
      for (const client of [dynamo, sqs, sns, s3]) client.destroy();
      await ses.close();
    },
  };
}

import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { type AwsApi, clientOf, createAwsApi } from '../../localstack/aws-api.ts';
import { keys } from '../../shared/store/schema.ts';

export type Parts = {
  table: string;
  deliverQueue: string;
  bulkQueue: string;
  webhookQueue: string;
  feedbackQueue: string;
  advanceQueue: string;
  receiveQueue: string;
  stage: string;
};

const name = 'mailwright-bench';

/**
 * Creates a table, queues, a topic, and a configuration set only for the bench. No deployed function listens to them,
 * so an operation happens only when it is measured. Fails if they already exist.
 */
export async function makeParts(environment: Record<string, string>): Promise<Parts> {
  const { AWS_ENDPOINT_URL = '', AWS_ENDPOINT_URL_SESV2 = '', AWS_REGION = '' } = environment;
  const aws = createAwsApi(AWS_ENDPOINT_URL, AWS_REGION);
  const ses = createAwsApi(AWS_ENDPOINT_URL_SESV2, AWS_REGION);
  const kinds = ['deliver', 'bulk', 'webhook', 'feedback', 'advance', 'receive'];
  const [, ...made] = await Promise.all([
    makeTable(aws),
    ...kinds.map((queue) => makeQueue(aws, `${name}-${queue}`)),
  ]);
  const [deliverQueue = '', bulkQueue = '', webhookQueue = ''] = made;
  const [feedbackQueue = '', advanceQueue = '', receiveQueue = ''] = made.slice(3);
  const topic = await makeTopic(aws, feedbackQueue);
  await makeConfigurationSet(ses, topic);
  const queues = { deliverQueue, bulkQueue, webhookQueue, feedbackQueue, advanceQueue, receiveQueue };
  return { table: name, ...queues, stage: 'bench' };
}

/** A call of the JSON protocol. */
export async function json(aws: AwsApi, service: 'dynamodb' | 'sqs', action: string, body: object) {
  const protocol = { dynamodb: ['1.0', 'DynamoDB_20120810'], sqs: ['1.0', 'AmazonSQS'] }[service];
  const text = await aws.call(service, {
    method: 'POST',
    path: '/',
    headers: {
      'content-type': `application/x-amz-json-${protocol[0]}`,
      'x-amz-target': `${protocol[1]}.${action}`,
    },
    body: JSON.stringify(body),
  });
  return JSON.parse(text || '{}');
}

/** Records SES's limits for a new account, as the sweep does. Until then, workers send 1 email a second (P15). */
export async function grantRate(environment: Record<string, string>, { table }: Parts): Promise<void> {
  const { AWS_ENDPOINT_URL = '', AWS_REGION = '' } = environment;
  const { pk, sk } = keys.sendingState();
  const Item = { pk: { S: pk }, sk: { S: sk }, rate: { N: '14' } };
  await json(createAwsApi(AWS_ENDPOINT_URL, AWS_REGION), 'dynamodb', 'PutItem', { TableName: table, Item });
}

/** The table of infra/constructs/table.ts. */
async function makeTable(aws: AwsApi): Promise<string> {
  const names = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'];
  const schema = (prefix: string) => [
    { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
    { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
  ];
  await json(aws, 'dynamodb', 'CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: schema(''),
    GlobalSecondaryIndexes: ['gsi1', 'gsi2'].map((IndexName) => ({
      IndexName,
      KeySchema: schema(IndexName),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
  });
  return name;
}

async function makeQueue(aws: AwsApi, QueueName: string): Promise<string> {
  return (await json(aws, 'sqs', 'CreateQueue', { QueueName })).QueueUrl;
}

async function makeTopic(aws: AwsApi, queueUrl: string): Promise<string> {
  const sns = new SNSClient(clientOf(aws));
  const { TopicArn = '' } = await sns.send(new CreateTopicCommand({ Name: name }));
  const { Attributes } = await json(aws, 'sqs', 'GetQueueAttributes', {
    QueueUrl: queueUrl,
    AttributeNames: ['QueueArn'],
  });
  const raw = { RawMessageDelivery: 'true' };
  await sns.send(
    new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint: Attributes.QueueArn, Attributes: raw }),
  );
  return TopicArn;
}

/** The configuration set for mail of the stage `bench`, with the events of infra/constructs/sending.ts. */
async function makeConfigurationSet(ses: AwsApi, TopicArn: string): Promise<void> {
  const set = 'bench-opportunistic';
  const post = (path: string, body: object) =>
    ses.call('ses', {
      method: 'POST',
      path: `/v2/email/configuration-sets${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('', { ConfigurationSetName: set });
  await post(`/${set}/event-destinations`, {
    EventDestinationName: 'feedback',
    EventDestination: {
      Enabled: true,
      MatchingEventTypes: ['SEND', 'DELIVERY', 'BOUNCE', 'COMPLAINT'],
      SnsDestination: { TopicArn },
    },
  });
}

/** The product's environment for these parts, with its clients pointed at `endpoints`. */
export function partsEnvironment(
  cloud: Record<string, string>,
  parts: Parts,
  endpoints: { aws: string; ses: string },
): Record<string, string> {
  // SQS clients follow the queue's URL.
  const through = (queueUrl: string) => `${endpoints.aws}${new URL(queueUrl).pathname}`;
  return {
    ...cloud,
    // Units are exact even on a slow machine. A retried call would count twice.
    AWS_TIMEOUT_FACTOR: '10',
    STAGE: parts.stage,
    TABLE_NAME: parts.table,
    // Refuses at once, so that `receive` finds none of its lookups.
    DNS_SERVERS: '127.0.0.1:9',
    DELIVER_QUEUE_URL: through(parts.deliverQueue),
    BULK_QUEUE_URL: through(parts.bulkQueue),
    WEBHOOK_QUEUE_URL: through(parts.webhookQueue),
    ADVANCE_QUEUE_URL: through(parts.advanceQueue),
    RECEIVE_QUEUE_URL: through(parts.receiveQueue),
    AWS_ENDPOINT_URL: endpoints.aws,
    AWS_ENDPOINT_URL_SES: endpoints.ses,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
  };
}

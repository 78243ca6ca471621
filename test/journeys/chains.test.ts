import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AwsApi, createAwsApi } from '../../localstack/aws-api.ts';
import { zipFolder } from '../../localstack/zip.ts';
import { until } from '../support/until.ts';
import { newCustomer, stack } from './world.ts';

const lambda = '/2015-03-31';

/**
 * Sends each message back to its own queue, numbered, up to 20. Like the SDK, it passes on the invocation's trace
 * header.
 */
const code = `exports.handler = async ({ Records }) => {
  for (const { body } of Records) {
    const { queue, n } = JSON.parse(body);
    if (n === 20) continue;
    await fetch(process.env.AWS_ENDPOINT_URL, {
      method: 'POST',
      headers: {
        authorization:
          'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_SECRET_ACCESS_KEY +
          '/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'AmazonSQS.SendMessage',
        'x-amzn-trace-id': process.env._X_AMZN_TRACE_ID,
      },
      body: JSON.stringify({ QueueUrl: queue, MessageBody: JSON.stringify({ queue, n: n + 1 }) }),
    });
  }
};`;

async function sqs(aws: AwsApi, action: string, body: object) {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` };
  return JSON.parse(
    (await aws.call('sqs', { method: 'POST', path: '/', headers, body: JSON.stringify(body) })) || '{}',
  );
}

async function makeQueue(aws: AwsApi, name: string, attributes: object = {}) {
  const { QueueUrl } = await sqs(aws, 'CreateQueue', { QueueName: name, Attributes: attributes });
  const { Attributes } = await sqs(aws, 'GetQueueAttributes', { QueueUrl, AttributeNames: ['QueueArn'] });
  return { url: String(QueueUrl), arn: String(Attributes.QueueArn) };
}

/** The id of its event source mapping. */
async function makeFunction(aws: AwsApi, name: string, queueArn: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chain-'));
  await writeFile(join(folder, 'index.js'), code);
  const json = (path: string, body: object) =>
    aws.call('lambda', {
      method: 'POST',
      path: `${lambda}${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await json('/functions', {
    FunctionName: name,
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Role: 'arn:aws:iam::000000000000:role/chain',
    Timeout: 10,
    Code: { ZipFile: (await zipFolder(folder)).toString('base64') },
  });
  await rm(folder, { recursive: true });
  const source = { FunctionName: name, EventSourceArn: queueArn, BatchSize: 10 };
  return JSON.parse(await json('/event-source-mappings', source)).UUID;
}

describe('the local cloud ends chains of requests as Lambda does (P42)', () => {
  const aws = createAwsApi(stack.aws_endpoint_url, stack.region);
  const name = `chain-${randomBytes(4).toString('hex')}`;
  let queue: { url: string; arn: string };
  let dead: { url: string; arn: string };
  let mapping: string;

  beforeAll(async () => {
    dead = await makeQueue(aws, `${name}-dead`);
    const redrive = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: '5' });
    queue = await makeQueue(aws, name, { RedrivePolicy: redrive });
    mapping = await makeFunction(aws, name, queue.arn);
  });

  afterAll(async () => {
    // A mapping outlives its function, as on AWS.
    await aws.call('lambda', { method: 'DELETE', path: `${lambda}/event-source-mappings/${mapping}` });
    await aws.call('lambda', { method: 'DELETE', path: `${lambda}/functions/${name}` });
    await Promise.all([queue, dead].map(({ url }) => sqs(aws, 'DeleteQueue', { QueueUrl: url })));
  });

  const deadNumber = async () => {
    const { Messages = [] } = await sqs(aws, 'ReceiveMessage', { QueueUrl: dead.url });
    return Messages.map(({ Body }: { Body: string }) => JSON.parse(Body).n)[0];
  };

  test('the 17th invocation of a chain is not made: its message is a dead letter', async () => {
    const MessageBody = JSON.stringify({ queue: queue.url, n: 1 });
    await sqs(aws, 'SendMessage', { QueueUrl: queue.url, MessageBody });
    expect(await until(deadNumber, { what: 'a dead letter' })).toBe(17);
  });
});

// The worker of runs allows recursive loops.
test('a run of 20 waits comes back to its queue 20 times, and completes [P42]', async () => {
  const { call } = await newCustomer();
  const steps = Array.from({ length: 20 }, () => ({ type: 'delay', seconds: 1 }));
  const made = await call('POST', '/automations', {
    body: { name: 'chain', trigger: { event: 'begin' }, steps },
  });
  const { id } = made.body.automation as { id: string };
  await call('POST', `/automations/${id}`, { body: { action: 'activate' } });
  expect((await call('POST', '/events', { body: { name: 'begin', email: 'a@example.com' } })).status).toBe(
    202,
  );
  const completed = async () => {
    const { body } = await call('GET', `/automations/${id}/runs`);
    const [run] = body.runs as { status: string }[];
    return run?.status === 'completed' || undefined;
  };
  await until(completed, { within_ms: 120_000, what: 'the run of 20 waits is completed' });
});

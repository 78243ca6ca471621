import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type Aws, clientOptions } from '../../shared/aws/clients.ts';
import { dynamoClient } from '../../shared/aws/dynamo.ts';
import { sesOutcome } from '../../shared/aws/ses-outcome.ts';
import { sqsClient } from '../../shared/aws/sqs.ts';
import { dnsClient } from '../../shared/net/dns.ts';
import { endsBefore } from '../support/race.ts';
import { startStalled, startUnreachable } from '../support/stalled.ts';

const aws = { region: 'us-east-1' };
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const raw = Buffer.from('Subject: Hi\r\n\r\nHi');

type Options = { endpoint: string; maxAttempts?: number };

/** One call of each service, by a client as the product makes it. */
const calls = {
  dynamodb: (own: Options) => dynamoClient(aws, { credentials, ...own }).call('Scan', { TableName: 't' }),
  sqs: (own: Options, of: Aws = aws) =>
    sqsClient(of, { credentials, ...own }).call('GetQueueAttributes', { QueueUrl: 'https://sqs.example/q' }),
  scheduler: (own: Options) =>
    new SchedulerClient({ ...clientOptions(aws, 'scheduler'), credentials, ...own }).send(
      new ListSchedulesCommand({}),
    ),
  s3: (own: Options) =>
    new S3Client({ ...clientOptions(aws, 's3'), credentials, ...own }).send(new ListBucketsCommand({})),
  ses: (own: Options) =>
    new SESv2Client({ ...clientOptions(aws, 'ses'), credentials, ...own }).send(
      new SendEmailCommand({ Content: { Raw: { Data: raw } } }),
    ),
};

const errorOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => new Error('answered'),
    (error) => error,
  );

/** Whether the call is still under way; real time, since the clock of the clients is the test's. */
const isPending = async (call: Promise<unknown>) =>
  (await Promise.race([call, pause(10, 'pending')])) === 'pending';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] }));
afterEach(() => jest.useRealTimers());

test.each([
  ['dynamodb', 3_000],
  ['sqs', 3_000],
  ['scheduler', 3_000],
  ['s3', 20_000],
  ['ses', 20_000],
] as const)('a request to %s that is not answered ends after %i ms [P13]', async (service, limit) => {
  const server = await startStalled();
  const call = errorOf(calls[service]({ endpoint: server.endpoint, maxAttempts: 1 }));
  await server.asked();
  jest.advanceTimersByTime(limit - 1);
  expect(await isPending(call)).toBe(true);
  jest.advanceTimersByTime(1);
  const error = await call;
  expect(error.name).toBe('TimeoutError');
  if (service.startsWith('ses')) expect(sesOutcome(error).outcome).toBe('unknown');
  await server.close();
});

test('a connection that is not established ends after 1 s [P13]', async () => {
  const nowhere = await startUnreachable();
  const call = errorOf(calls.sqs({ endpoint: nowhere.endpoint, maxAttempts: 1 }));
  await pause(50);
  jest.advanceTimersByTime(999);
  expect(await isPending(call)).toBe(true);
  jest.advanceTimersByTime(1);
  const error = await call;
  expect(error.name).toBe('TimeoutError');
  expect(error.message).toContain('did not establish a connection');
  await nowhere.close();
});

test('an answer that stops in its middle ends as well [P13]', async () => {
  jest.useRealTimers();
  const server = await startStalled('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"QueueUrls":');
  const call = () => errorOf(calls.sqs({ endpoint: server.endpoint, maxAttempts: 1 }));
  expect((await endsBefore(15_000, call)).name).toBe('TimeoutError');
  await server.close();
});

test('a cloud that is slower than AWS gets longer time-outs', async () => {
  const server = await startStalled();
  const slower = { region: 'us-east-1', timeout_factor: 2 };
  const call = errorOf(calls.sqs({ endpoint: server.endpoint, maxAttempts: 1 }, slower));
  await server.asked();
  jest.advanceTimersByTime(5_999);
  expect(await isPending(call)).toBe(true);
  jest.advanceTimersByTime(1);
  expect((await call).name).toBe('TimeoutError');
  await server.close();
});

test('and its DNS has longer, too', async () => {
  jest.useRealTimers();
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const servers = [`127.0.0.1:${silent.address().port}`];
  const ended: number[] = [];
  const asked = [0.2, 0.02].map(async (patience) => {
    const found = await dnsClient({ servers, patience }).ask('TXT', 'x.test');
    ended.push(patience);
    return found;
  });
  expect(await Promise.all(asked)).toEqual([null, null]);
  expect(ended).toEqual([0.02, 0.2]);
  silent.close();
});

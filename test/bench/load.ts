import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { type AwsApi, createAwsApi } from '../../localstack/aws-api.ts';
import { runCommand } from '../../tools/admin/run-command.ts';
import { json } from './cloud-parts.ts';
import { emailOf } from './emails.ts';

export type Load = {
  path: 'POST /emails' | 'POST /events';
  connections: number;
  workers: 'running' | 'paused';
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  failed: number;
};

/** Paused, the figures are the API's own: what the workers would do waits in the queue. */
const levels: Pick<Load, 'connections' | 'workers'>[] = [
  { connections: 10, workers: 'running' },
  { connections: 1, workers: 'paused' },
  { connections: 10, workers: 'paused' },
  { connections: 40, workers: 'paused' },
];
const seconds = 10;

/** The request that each connection repeats. */
export type Loader = { url: string; method: 'POST'; headers: Record<string, string>; body: string };

/** POST /emails, and POST /events that matches nothing, over HTTP against the deployed functions. */
export async function measureLoad(base_url: string, environment: Record<string, string>): Promise<Load[]> {
  const aws = createAwsApi(environment.AWS_ENDPOINT_URL ?? '', environment.AWS_REGION ?? '');
  const emails = await makeLoader(base_url, environment);
  const event = { name: 'visited', email: 'ada@example.com', data: { page: '/prices', plan: 'pro' } };
  const events = { ...emails, url: `${base_url}/events`, body: JSON.stringify(event) };
  const loads: Load[] = [];
  const both = levels.flatMap((level) => [
    { ...level, path: 'POST /emails' as const, request: emails },
    { ...level, path: 'POST /events' as const, request: events },
  ]);
  for (const { connections, workers, path, request } of both) {
    await setWorkers(aws, workers === 'running');
    await warm(request, connections);
    const result = await autocannon({ ...request, connections, duration: seconds });
    loads.push({
      path,
      connections,
      workers,
      per_second: result['2xx'] / seconds,
      p50_ms: result.latency.p50,
      p99_ms: result.latency.p99,
      failed: result.non2xx + result.errors,
    });
    await emptyQueues(aws, environment);
  }
  await setWorkers(aws, true);
  return loads;
}

/** The emulator starts a process for every request that finds none free: all of them before the clock runs. */
async function warm({ url, ...init }: Loader, connections: number): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: connections }, () => fetch(url, init)));
    for (const answer of answers) await answer.text();
  }
}

/** An email of a new account whose rate is no limit, from a domain of its own. */
export async function makeLoader(base_url: string, environment: Record<string, string>): Promise<Loader> {
  const domain = `load-${randomBytes(4).toString('hex')}.test`;
  const account = await runCommand(
    ['create-account', '--email', `owner@${domain}`, '--payment-method', '--requests-per-second', '2000'],
    environment,
  );
  await runCommand(
    ['adopt-domain', '--account', String(account.account_id), '--domain', domain],
    environment,
  );
  return {
    url: `${base_url}/emails`,
    method: 'POST',
    headers: { authorization: `Bearer ${account.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(emailOf(domain, 'success@simulator.amazonses.com')),
  };
}

/** Switches the queues' hold on their functions. */
async function setWorkers(aws: AwsApi, Enabled: boolean): Promise<void> {
  const path = '/2015-03-31/event-source-mappings/';
  const { EventSourceMappings } = JSON.parse(await aws.call('lambda', { method: 'GET', path }));
  for (const { UUID } of EventSourceMappings as { UUID: string }[]) {
    await aws.call('lambda', {
      method: 'PUT',
      path: `${path}${UUID}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Enabled }),
    });
  }
}

/** What one level left behind must not slow the next. */
async function emptyQueues(aws: AwsApi, environment: Record<string, string>): Promise<void> {
  for (const name of [
    'DELIVER_QUEUE_URL',
    'BULK_QUEUE_URL',
    'FEEDBACK_QUEUE_URL',
    'WEBHOOK_QUEUE_URL',
    'ADVANCE_QUEUE_URL',
  ]) {
    await json(aws, 'sqs', 'PurgeQueue', { QueueUrl: environment[name] });
  }
}

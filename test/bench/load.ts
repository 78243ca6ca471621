import autocannon from 'autocannon';
import { runCommand } from '../../localstack/operator.ts';
import { createAwsApi } from '../../localstack/aws-api.ts';
import { createLocalIdentity } from '../../localstack/identity.ts';
import { json } from './cloud-parts.ts';
import { emailOf } from './measure.ts';

export type Load = {
  connections: number;
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  failed: number;
};

const levels = [1, 10, 40];
const seconds = 10;
const domain = 'load.test';

/** POST /emails over HTTP against the deployed functions, while the workers deliver what is accepted. */
export async function measureLoad(base_url: string, environment: Record<string, string>): Promise<Load[]> {
  const key = await makeAccount(environment);
  const loads: Load[] = [];
  for (const connections of levels) {
    const result = await autocannon({
      url: `${base_url}/emails`,
      method: 'POST',
      connections,
      duration: seconds,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(emailOf(domain, 'success@simulator.amazonses.com')),
    });
    loads.push({
      connections,
      per_second: result['2xx'] / seconds,
      p50_ms: result.latency.p50,
      p99_ms: result.latency.p99,
      failed: result.non2xx + result.errors,
    });
    await emptyQueues(environment);
  }
  return loads;
}

/** An account whose rate does not stand in the way, with a domain of its own; answers its key. */
async function makeAccount(environment: Record<string, string>): Promise<string> {
  const account = await runCommand(
    ['create-account', '--email', `owner@${domain}`, '--payment-method', '--requests-per-second', '2000'],
    environment,
  );
  await createLocalIdentity(environment, domain);
  await runCommand(
    ['adopt-domain', '--account', String(account.account_id), '--domain', domain],
    environment,
  );
  return String(account.api_key);
}

/** What one level left behind must not slow the next. */
async function emptyQueues(environment: Record<string, string>): Promise<void> {
  const aws = createAwsApi(environment.AWS_ENDPOINT_URL ?? '', environment.AWS_REGION ?? '');
  for (const name of ['DELIVER_QUEUE_URL', 'FEEDBACK_QUEUE_URL', 'WEBHOOK_QUEUE_URL']) {
    await json(aws, 'sqs', 'PurgeQueue', { QueueUrl: environment[name] });
  }
}

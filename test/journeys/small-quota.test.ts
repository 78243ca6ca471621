import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AwsApi, createAwsApi } from '../../localstack/aws-api.ts';
import { deploy, type Target } from '../../localstack/cloud.ts';
import type { Outputs } from '../../localstack/deploy.ts';
import { createSteps } from '../../localstack/steps.ts';
import { injectAt, receivedIds } from '../support/inbound.ts';
import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { type Call, type Customer, caller, handedToSes, newCustomer, stack } from './world.ts';

// P48: the stack for an AWS account whose functions may run in 10 copies, and back.

patientTimeout(180_000);

const target: Target = JSON.parse(
  readFileSync(join(dirname(String(process.env.MAILWRIGHT_STACK)), 'target.json'), 'utf8'),
);
const aws: AwsApi = createAwsApi(target.endpoint, target.region);
let outputs: Outputs;
let small = false;
let customer: Customer;

/** Deploys the running stack as for this quota. */
async function deployFor(lambdaConcurrency: string): Promise<void> {
  const quiet = createSteps(() => {});
  // With the local stack's value, the queue keeps its event source.
  const tenantRemovalsConcurrency = lambdaConcurrency === '10' ? '' : '2';
  const context = { ...target.context, lambdaConcurrency, tenantRemovalsConcurrency };
  outputs = await deploy({ ...target, context }, quiet);
  small = lambdaConcurrency === '10';
}

beforeAll(async () => {
  customer = await newCustomer();
  await deployFor('10');
});

afterAll(async () => {
  if (small) await deployFor('1000');
});

async function events(action: string, body: object) {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSEvents.${action}` };
  return JSON.parse(
    await aws.call('events', { method: 'POST', path: '/', headers, body: JSON.stringify(body) }),
  );
}

/** The input that the stack's rule gives the sweep each minute. */
async function sweepEvent(): Promise<string> {
  const arn = outputs.FunctionSweep;
  const { RuleNames } = await events('ListRuleNamesByTarget', { TargetArn: arn });
  const { Targets } = await events('ListTargetsByRule', { Rule: RuleNames[0] });
  return Targets.find(({ Arn }: { Arn: string }) => Arn === arn).Input;
}

/** Runs the next minute's sweep now. */
async function sweep(): Promise<void> {
  const path = `/2015-03-31/functions/${encodeURIComponent(outputs.FunctionSweep ?? '')}/invocations`;
  await aws.call('lambda', { method: 'POST', path, body: await sweepEvent() });
}

async function sources(): Promise<string[]> {
  const path = '/2015-03-31/event-source-mappings/';
  const { EventSourceMappings } = JSON.parse(await aws.call('lambda', { method: 'GET', path }));
  return EventSourceMappings.map(({ EventSourceArn }: { EventSourceArn: string }) => EventSourceArn);
}

async function waitingIn(url: string | undefined): Promise<number> {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'AmazonSQS.GetQueueAttributes',
  };
  const body = JSON.stringify({ QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages'] });
  const { Attributes } = JSON.parse(await aws.call('sqs', { method: 'POST', path: '/', headers, body }));
  return Number(Attributes.ApproximateNumberOfMessages);
}

async function askToSignIn(email: string): Promise<void> {
  const { origin } = new URL(stack.base_url);
  const body = new URLSearchParams({ email });
  const { status } = await fetch(`${origin}/sign-in`, { method: 'POST', headers: { origin }, body });
  expect(status).toBe(200);
}

async function beginRun(call: Call): Promise<() => Promise<boolean>> {
  const steps = [{ type: 'delay', seconds: 1 }];
  const made = await call('POST', '/automations', {
    body: { name: 'rare', trigger: { event: 'begin' }, steps },
  });
  const { id } = made.body.automation as { id: string };
  await call('POST', `/automations/${id}`, { body: { action: 'activate' } });
  await call('POST', '/events', { body: { name: 'begin', email: 'a@example.com' } });
  return async () => {
    const { body } = await call('GET', `/automations/${id}/runs`);
    return (body.runs as { status: string }[])[0]?.status === 'completed';
  };
}

test('with a quota of 10 only sending, reports and webhooks are fed by event sources', async () => {
  const queues = (await sources()).filter((arn) => arn.includes(':sqs:')).map((arn) => arn.split(':').at(-1));
  const fed = ['DeliverQueueUrl', 'FeedbackQueueUrl', 'WebhookQueueUrl'];
  expect(queues.sort()).toEqual(fed.map((name) => outputs[name]?.split('/').at(-1)).sort());
});

test('each rare queue is drained by two sweeps at a time, and each message handled once', async () => {
  const { call, domain, email: owner } = customer;
  await askToSignIn(owner);
  const completed = await beginRun(call);
  const emails = Array.from({ length: 30 }, (_, i) => ({
    from: `shop@${domain}`,
    to: `bulk${i}@${domain}`,
    subject: 'Sale',
    text: 'Now',
  }));
  const batch = await call('POST', '/emails/batch', { body: { emails } });
  expect(batch.status).toBe(200);
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  await call('DELETE', '/tenants/acme');
  const received = await receiveOne();

  await Promise.all([sweep(), sweep()]);
  const done = async () => {
    // The end of the run's wait is a message one second later.
    await sweep();
    const mailed = (await handedToSes({ to: owner })).length;
    return (
      mailed > 0 && (await completed()) && (await received()) && (await sentOf(emails)) === emails.length
    );
  };
  await until(done, { within_ms: 90_000, what: 'everything drained' });
  expect(await handedToSes({ to: owner })).toHaveLength(1);
  for (const name of ['Notice', 'Advance', 'Bulk', 'Receive', 'Removal'])
    expect([name, await waitingIn(outputs[`${name}QueueUrl`])]).toEqual([name, 0]);
  expect(await sentOf(emails)).toBe(emails.length);
});

async function sentOf(emails: { to: string }[]): Promise<number> {
  const handed = await Promise.all(emails.map(({ to }) => handedToSes({ to })));
  return handed.flat().length;
}

/** Sends a message to the stack's inbound domain. Returns whether it is listed. */
async function receiveOne(): Promise<() => Promise<boolean>> {
  const head = `From: Ada <ada@x.example>\r\nMessage-ID: <${randomUUID()}@x.example>\r\nSubject: Hello\r\n`;
  const to = [`anything@${stack.inbound.domain}`];
  const [id] = receivedIds(await injectAt(stack.inbound.port, { to, message: `${head}\r\nHi\r\n` }));
  const own = caller(stack.api_key);
  return async () => (await own('GET', `/received-emails/${id}`)).status === 200;
}

test('what waits when a deploy sees a larger quota is taken by the event sources', async () => {
  const { email: address } = customer;
  const before = (await handedToSes({ to: address })).length;
  await askToSignIn(address);
  await deployFor('1000');
  expect((await sources()).filter((arn) => arn.includes(':sqs:'))).toHaveLength(9);
  expect(await sweepEvent()).toBeUndefined();
  const mailed = async () => (await handedToSes({ to: address })).length > before;
  await until(mailed, { within_ms: 60_000, what: 'the link mailed without a sweep' });
});

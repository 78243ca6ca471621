import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { ListSubscriptionsByTopicCommand, SNSClient, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { examine } from '../../functions/admin/doctor/examine.ts';
import { useLocalCloud } from '../../localstack/aws-variables.ts';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { createSteps } from '../../localstack/steps.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { collectLog } from '../support/log.ts';

jest.setTimeout(180_000);

/** A cloud of its own, since the test breaks it; with the rights of the template, as on AWS. */
const folder = `.local/doctor-${process.pid}`;
let cloud: Cloud;
beforeAll(async () => {
  const steps = createSteps(() => {});
  cloud = await startCloud({ folder, steps, webhookTargets: 'any', enforceIam: true });
});
afterAll(async () => {
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});

type Examined = {
  ok: boolean;
  links: { link: string; ok: boolean; ms: number; what: string; fix: string | null }[];
};

/** `npm run -s doctor -- …` on this cloud. */
function doctor(...args: string[]): Promise<{ code: number; stdout: string }> {
  const env = { ...process.env, MAILWRIGHT_STACK: `${folder}/stack.json` };
  return new Promise((done) => {
    execFile(process.execPath, ['localstack/doctor.ts', ...args], { env }, (error, stdout) =>
      done({ code: Number(error?.code ?? 0), stdout }),
    );
  });
}

async function doctorAsJson(): Promise<Examined & { code: number }> {
  const { code, stdout } = await doctor('--json');
  return { code, ...(JSON.parse(stdout) as Examined) };
}

const misbehave = (changes: object) =>
  fetch(`${cloud.environment.AWS_ENDPOINT_URL_SES}/_control`, {
    method: 'PUT',
    body: JSON.stringify(changes),
  });

const ports = () => {
  useLocalCloud(cloud.environment);
  return createContext(readConfig(cloud.environment), { log: collectLog().log });
};

test('A63: every link of the local stack holds, one line each, and nothing is left over', async () => {
  const { code, stdout } = await doctor();
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => /^ok {4}(\w+) +\d+ ms {2}\S/.exec(line)?.[1])).toEqual([
    'api',
    'table',
    'queue',
    'ses',
    'feedback',
    'webhook',
  ]);
  expect(code).toBe(0);
  const { webhooks, keys } = ports();
  const account = 'acc_0000000000000000000d0ct0r0';
  expect((await webhooks.list(account, 10, null)).webhooks).toEqual([]);
  expect((await keys.list(account, { limit: 10, before: null })).entries).toEqual([]);
});

test('with SES refusing, it names SES and ends there', async () => {
  await misbehave({ refusal: 'unverified' });
  const { code, ok, links } = await doctorAsJson();
  await misbehave({ refusal: null });
  expect([code, ok]).toEqual([1, false]);
  expect(links.map((found) => [found.link, found.ok])).toEqual([
    ['api', true],
    ['table', true],
    ['queue', true],
    ['ses', false],
  ]);
  expect(links.at(-1)?.fix).toContain('verified');
});

test('with the webhook receiver down, it names the webhook', async () => {
  const found = await examine(ports(), { sink: 'http://127.0.0.1:9' });
  expect(found.at(-1)).toMatchObject({ link: 'webhook', ok: false });
  expect(found.at(-1)?.what).toMatch(/no webhook arrived .* attempts: /);
  expect(found.slice(0, -1).every(({ ok }) => ok)).toBe(true);
});

test('with the feedback topic unsubscribed, it names the feedback', async () => {
  const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region } = cloud.environment;
  const sns = new SNSClient({
    endpoint,
    region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const topic = { TopicArn: cloud.stack.feedback_topic_arn };
  const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand(topic));
  for (const { SubscriptionArn } of Subscriptions)
    await sns.send(new UnsubscribeCommand({ SubscriptionArn }));
  sns.destroy();
  const { code, links } = await doctorAsJson();
  expect(code).toBe(1);
  expect(links.at(-1)).toMatchObject({
    link: 'feedback',
    ok: false,
    fix: expect.stringContaining('subscription'),
  });
});

test('with the service gone, it names the API', async () => {
  const ctx = ports();
  const settings = { ...ctx.settings, base_url: 'http://127.0.0.1:9/api' };
  const found = await examine({ ...ctx, settings });
  expect(found).toMatchObject([{ link: 'api', ok: false, what: expect.stringContaining('127.0.0.1:9') }]);
});

import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateAccessKeyCommand,
  CreateUserCommand,
  IAMClient,
  PutUserPolicyCommand,
} from '@aws-sdk/client-iam';
import { ListSubscriptionsByTopicCommand, SNSClient, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { clientOf, localCredentials } from '../../localstack/aws-api.ts';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { useLocalCloud } from '../../localstack/environment.ts';
import { createSteps } from '../../localstack/steps.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { selfSigned } from '../../shared/smtp/self-signed.ts';
import { examine } from '../../tools/admin/doctor/examine.ts';
import { checkDoor } from '../../tools/admin/doctor/smtp-links.ts';
import { visitOf } from '../../tools/admin/doctor/visit.ts';
import { injectAt } from '../support/inbound.ts';
import { collectLog } from '../support/log.ts';
import { fakePostmark } from '../support/postmark.ts';
import { stopReceivers } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { testRights } from './rights.ts';

/** Has its own cloud, because the test breaks it. It has the template's rights, as on AWS, and SES receives mail. */
const folder = `.local/doctor-${process.pid}`;
let cloud: Cloud;
let provider: Awaited<ReturnType<typeof fakePostmark>>;
beforeAll(async () => {
  provider = await fakePostmark();
  provider.routes['/templates'] = () => ({ status: 200, body: { TotalCount: 0, Templates: [] } });
  process.env.IMPORT_POSTMARK_URL = provider.url;
  const steps = createSteps(() => {});
  cloud = await startCloud({ folder, steps, webhookTargets: 'any', inbound: 'ses', enforceIam: true });
});
afterAll(async () => {
  await stopReceivers();
  delete process.env.IMPORT_POSTMARK_URL;
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});

type Examined = {
  ok: boolean;
  links: { link: string; ok: boolean; ms: number; what: string; fix: string | null }[];
};

type Ran = { code: number; stdout: string };

/** `npm run -s <name> -- …` on this cloud, or on the deployment in `variables`. */
function command(name: string, args: string[], variables: Record<string, string> = {}): Promise<Ran> {
  const env = { ...process.env, MAILWRIGHT_STACK: `${folder}/stack.json`, ...variables };
  return new Promise((done) => {
    execFile(process.execPath, [`tools/${name}.ts`, ...args], { env }, (error, stdout) =>
      done({ code: Number(error?.code ?? 0), stdout }),
    );
  });
}

const doctor = (...args: string[]) => command('doctor', args);

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

describe('with the rights of the template', () => testRights(() => ({ folder, cloud, provider })));

test('every link of the local stack holds, one line each, and nothing is left over [A63]', async () => {
  const { code, stdout } = await doctor();
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => /^ok {4}(\w+) +\d+ ms {2}\S/.exec(line)?.[1])).toEqual([
    'api',
    'table',
    'queue',
    'ses',
    'feedback',
    'webhook',
    'relay',
    'inbound',
    'alarms',
  ]);
  expect(stdout).toMatch(/api .* is up: version \d+\.\d+\.\d+, commit ([0-9a-f]{40}|unknown)\n/);
  expect(stdout).toMatch(
    /relay .* Ok: queued as msg_\w+; this machine doesn't trust the relay's certificate/,
  );
  expect(stdout).toMatch(/inbound .* is reachable and rejects mail for unknown domains/);
  expect(code).toBe(0);
  const { webhooks, keys, smtp_credentials } = ports();
  const account = 'acc_0000000000000000000d0ct0r0';
  expect((await webhooks.list(account, { limit: 10, before: null })).entries).toEqual([]);
  expect((await keys.list(account, { limit: 10, before: null })).entries).toEqual([]);
  expect((await smtp_credentials.list(account, { limit: 10, before: null })).entries).toEqual([]);
});

test('with SES as the door, a message to it is recorded, with the rights of the template [R58]', async () => {
  const { base_url, api_key, inbound } = cloud.stack;
  if (inbound === null) throw new Error('no door');
  const to = [`ses@${inbound.domain}`];
  const message = 'From: Ada <ada@x.example>\r\nSubject: By SES\r\n\r\nIt arrived.\r\n';
  expect(await injectAt(inbound.port, { to, message })).toMatch(/^250 /);
  const headers = { authorization: `Bearer ${api_key}` };
  const listed = async () => {
    const answer = await fetch(`${base_url}/received-emails`, { headers });
    return ((await answer.json()) as { received_emails: { id: string }[] }).received_emails[0];
  };
  const record = await until(listed, { within_ms: 30_000, what: 'the record' });
  expect(record).toMatchObject({ rcpt_to: to, spam_status: 'pass', subject: 'By SES', size: message.length });
  const answer = await fetch(`${base_url}/received-emails/${record.id}`, { headers });
  const { received_email } = (await answer.json()) as { received_email: { raw_url: string } };
  const auth = { spf: 'none', dkim: 'none', dmarc: 'none' };
  expect(received_email).toMatchObject({ text: 'It arrived.\r\n', auth });
  const raw = await (await fetch(received_email.raw_url)).text();
  expect(raw).toMatch(/^Return-Path: <ada@x\.example>\r\n/);
  expect(raw.endsWith(message)).toBe(true);
});

/** Keys of a new IAM user with only the `admin` policy of docs/operations/rights.md. */
async function operatorKeys(): Promise<{ accessKeyId: string; secretAccessKey: string }> {
  const { environment } = cloud;
  const place = { endpoint: environment.AWS_ENDPOINT_URL ?? '', region: environment.AWS_REGION ?? '' };
  const iam = new IAMClient(clientOf(place));
  const [, policy = ''] =
    /```json admin\n(.*?)\n```/s.exec(readFileSync('docs/operations/rights.md', 'utf8')) ?? [];
  const values: Record<string, string> = {
    '<ACCOUNT>': environment.DELIVER_QUEUE_ARN?.split(':')[4] ?? '',
    '<REGION>': environment.AWS_REGION ?? '',
    '<STAGE>': environment.STAGE ?? '',
  };
  const PolicyDocument = policy.replace(/<\w+>/g, (name) => values[name] ?? name);
  const of = { UserName: 'operator' };
  await iam.send(new CreateUserCommand(of));
  await iam.send(new PutUserPolicyCommand({ ...of, PolicyName: 'admin', PolicyDocument }));
  const { AccessKey } = await iam.send(new CreateAccessKeyCommand(of));
  return { accessKeyId: AccessKey?.AccessKeyId ?? '', secretAccessKey: AccessKey?.SecretAccessKey ?? '' };
}

test('the policy of docs/operations/rights.md is enough for admin and doctor, and for nothing else [P40]', async () => {
  const credentials = await operatorKeys();
  const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region, TABLE_NAME: TableName } = cloud.environment;
  // As on AWS, the deployment and the caller come from the shell's variables.
  const variables = {
    ...cloud.environment,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const made = await command('admin', ['create-account', '--email', 'ada@acme.test'], variables);
  const { account_id } = JSON.parse(made.stdout);
  expect(account_id).toMatch(/^acc_/);
  const unconfirmed = await command('admin', ['delete-account', '--account', account_id], variables);
  expect([unconfirmed.code, JSON.parse(unconfirmed.stdout)]).toEqual([
    2,
    expect.objectContaining({ account_id, deleted: false }),
  ]);
  expect(JSON.parse((await command('admin', ['rotate-secret'], variables)).stdout)).toMatchObject({
    secret_number: 2,
  });
  expect(await command('doctor', ['--json'], variables)).toMatchObject({ code: 0 });
  const table = new DynamoDBClient({ endpoint, region, credentials });
  // The emulator doesn't support LeadingKeys. test/infra/operator.test.ts shows which items are allowed.
  const denied = { name: expect.stringMatching(/^AccessDenied/) };
  await expect(table.send(new DescribeTableCommand({ TableName }))).rejects.toMatchObject(denied);
  table.destroy();
});

test('with SES refusing, it names SES and ends there', async () => {
  await misbehave({ refusal: 'unverified' });
  const found = await examine(ports());
  await misbehave({ refusal: null });
  expect(found.map(({ link, ok }) => [link, ok])).toEqual([
    ['api', true],
    ['table', true],
    ['queue', true],
    ['ses', false],
  ]);
  expect(found.at(-1)?.fix).toContain('verified');
});

test('it names what SES denied, to its own email or to another in the last hour [P52]', async () => {
  await misbehave({ refusal: 'denied' });
  const refused = await examine(ports());
  await misbehave({ refusal: null });
  const denied =
    /\d+ min ago, SES refused to let the deliver function use arn:aws:ses:\S+:identity\/doctor@\S+/;
  const what = expect.stringMatching(denied);
  const fix = expect.stringContaining('service control policy');
  expect(refused.at(-1)).toMatchObject({ link: 'ses', ok: false, what, fix });
  const found = await examine(ports());
  expect(found.find(({ link }) => link === 'ses')).toMatchObject({ ok: true, what });
});

test('it says that the plan of the SES account costs more [P51]', async () => {
  const ctx = ports();
  const read = async () => ({ ...(await ctx.sending_state.read()), plan: 'ESSENTIALS' });
  const found = await examine({ ...ctx, sending_state: { ...ctx.sending_state, read } });
  expect(found.find(({ link }) => link === 'ses')?.what).toContain(
    'plan ESSENTIALS: To save $60 per million emails, run aws sesv2 put-account-pricing-attributes --plan NONE',
  );
});

test('with the webhook receiver down, it names the webhook', async () => {
  const found = await examine(ports(), { sink: 'http://127.0.0.1:9' });
  expect(found.at(-1)).toMatchObject({ link: 'webhook', ok: false });
  expect(found.at(-1)?.what).toMatch(/no webhook arrived .* Attempts: /);
  expect(found.slice(0, -1).every(({ ok }) => ok)).toBe(true);
});

test('with a relay that is full, it names the relay and says its greeting', async () => {
  const { certificate: cert, private_key: key } = selfSigned(['localhost'], Date.now());
  const full = createServer({ key, cert }, (socket) => socket.end('421 4.7.0 Too many connections\r\n'));
  await new Promise<void>((done) => full.listen(0, '127.0.0.1', done));
  const { port } = full.address() as AddressInfo;
  const found = await examine(ports(), { relay: { host: '127.0.0.1', port } });
  full.close();
  expect(found.at(-1)).toMatchObject({ link: 'relay', ok: false });
  expect(found.at(-1)?.what).toMatch(/ after EHLO \(greeting: 421 4\.7\.0 Too many connections\)$/);
  expect(found.at(-1)?.fix).toContain('balancer');
});

test('without a service domain the door of received mail is not tried', async () => {
  const ctx = ports();
  const visit = visitOf({ ...ctx, settings: { ...ctx.settings, service_domain: null } }, {});
  expect(await checkDoor(visit)).toBe('skipped: receiving mail requires -c serviceDomain');
});

test('with the feedback topic unsubscribed, it names the feedback', async () => {
  const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region } = cloud.environment;
  const sns = new SNSClient({ endpoint, region, credentials: localCredentials() });
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

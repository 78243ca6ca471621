import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CreateEmailIdentityCommand, CreateTenantCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { findTable, takeTable } from '../../infra/deploy/restored-table.ts';
import { type AwsApi, createAwsApi } from '../../localstack/aws-api.ts';
import { emulatorContext } from '../../localstack/deploy.ts';
import { startMinistack } from '../../localstack/ministack.ts';
import { freePorts } from '../../localstack/net.ts';
import { beginRun, localFolder, type OwnRun } from '../../localstack/running.ts';
import { type CdkCli, cdkCli } from './cdk-cli.ts';

let folder: string;
let run: OwnRun;
let cloud: Awaited<ReturnType<typeof startMinistack>>;
let aws: AwsApi;
let cdk: CdkCli;

beforeAll(async () => {
  folder = await mkdtemp(resolve(localFolder, 'cdk-'));
  run = await beginRun(folder);
  const [port = 0] = await freePorts(1);
  cloud = await startMinistack({ port, logFile: `${folder}/cloud.log`, environment: {}, run, key: 'test' });
  // Our code in this process finds the cloud as the SDK finds AWS.
  const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  Object.assign(process.env, { AWS_ENDPOINT_URL: cloud.endpoint, ...keys });
  aws = createAwsApi(cloud.endpoint, 'us-east-1');
  cdk = cdkCli(aws, folder, { stage: 'cli', ...emulatorContext, smtp: 'false' });
}, 60_000);

afterAll(async () => {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

/** One of our programs in a folder without deployments, as a colleague would run it. */
async function program(file: string, args: string[], input = '') {
  const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' };
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [resolve(file), ...args], {
    cwd: folder,
    env: { PATH, HOME: folder, NODE_COMPILE_CACHE, AWS_ENDPOINT_URL: aws.endpoint, ...keys },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  child.stdin.end(input);
  const code = await new Promise((done) => child.once('close', done));
  return { code, text };
}

const admin = (...args: string[]) => program('tools/admin.ts', [...args, '--stage', 'cli']);

const dynamodb = () => new DynamoDBClient(client());
const s3 = () => new S3Client({ ...client(), forcePathStyle: true });
const client = () => ({
  region: 'us-east-1',
  endpoint: aws.endpoint,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

let outputs: Record<string, string>;
let account: string;
const restored = 'mailwright-cli-restored';

test('cdk bootstrap, deploy and deploy again, with the CDK CLI', async () => {
  await cdk.run('synth', '--quiet');
  // Uses --app, because bootstrapping would otherwise replace the bundles with what is in the app's folder.
  const synthesized = ['--app', `${folder}/cdk.out`];
  await cdk.run('bootstrap', 'aws://000000000000/us-east-1', ...synthesized);

  await cdk.run('deploy', ...synthesized);
  outputs = await cdk.outputs();
  expect(await describeTable(outputs.TableName)).toMatchObject({ Table: { TableName: outputs.TableName } });

  expect(await cdk.run('deploy')).toContain('no changes');
  expect((await cdk.outputs()).ApiId).toBe(outputs.ApiId);
}, 240_000);

test('admin finds the deployment of another checkout by the outputs of its stack [P46]', async () => {
  const { code, text } = await admin('create-account', '--email', 'ada@example.com');
  expect(text).toContain('On: stage cli in us-east-1, AWS account 000000000000 (stack mailwright-cli)');
  expect(code).toBe(0);
  account = /"account_id": ?"(acc_\w+)"/.exec(text)?.[1] ?? '';
  expect((await admin('show-account', '--account', account)).text).toContain('ada@example.com');
}, 60_000);

test('the restore drill of docs/operations/restore.md: table, versions of an object, and what the table lacks [P47]', async () => {
  const { TableName = '', BodyBucket: Bucket = '' } = outputs;
  const Key = 'templates/tpl_1/body';
  for (const Body of ['first', 'second']) await s3().send(new PutObjectCommand({ Bucket, Key, Body }));
  await s3().send(new DeleteObjectCommand({ Bucket, Key }));

  await dynamodb().send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: TableName,
      TargetTableName: restored,
      UseLatestRestorableTime: true,
    }),
  );
  const take = () => takeTable('us-east-1', restored, () => {});
  const stream = (await take()) ?? '';
  expect(stream).toContain(`:table/${restored}/stream/`);
  expect(await take()).toBe(stream);
  const expiry = await dynamodb().send(new DescribeTimeToLiveCommand({ TableName: restored }));
  expect(expiry.TimeToLiveDescription).toEqual({ AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' });
  expect(await findTable('us-east-1', 'mailwright-cli-none')).toBeNull();

  await cdk.run('deploy', '-c', `table=${restored}`, '-c', `tableStream=${stream}`);
  expect((await cdk.outputs()).TableName).toBe(restored);
  expect((await admin('show-account', '--account', account)).text).toContain('ada@example.com');
  await admin('set-plan', '--account', account, '--plan', 'pro');
  expect((await admin('show-account', '--account', account)).text).toContain('"plan":"pro"');

  const { DeleteMarkers = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }));
  const [marker] = DeleteMarkers;
  await s3().send(new DeleteObjectCommand({ Bucket, Key, VersionId: marker?.VersionId }));
  const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key }));
  expect(await Body?.transformToString()).toBe('second');
}, 240_000);

test('destroy asks for the name, deletes a used stage whole, and lists what SES keeps [P47]', async () => {
  const ses = new SESv2Client(client());
  const Tags = [{ Key: 'mailwright-stage', Value: 'cli' }];
  await ses.send(new CreateEmailIdentityCommand({ EmailIdentity: 'acme.example', Tags }));
  await ses.send(new CreateEmailIdentityCommand({ EmailIdentity: 'other.example' }));
  await ses.send(new CreateTenantCommand({ TenantName: account, Tags }));

  const declined = await program('infra/destroy/main.ts', ['--stage', 'cli'], 'prod\n');
  expect(declined).toEqual({ code: 1, text: expect.stringContaining('Nothing was deleted.') });
  expect(declined.text).toContain(`table ${restored}, with about `);
  expect(await describeTable(restored)).toMatchObject({ Table: { TableStatus: 'ACTIVE' } });

  const { code, text } = await program('infra/destroy/main.ts', ['--stage', 'cli'], 'cli\n');
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('Stage cli was deleted.') });
  expect(text).toContain('identity acme.example: aws sesv2 delete-email-identity');
  expect(text).toContain(`tenant ${account}: aws sesv2 delete-tenant`);
  expect(text).not.toContain('other.example');
  await expect(describeTable(restored)).rejects.toThrow('ResourceNotFoundException');
  await expect(s3().send(new ListObjectVersionsCommand({ Bucket: outputs.BodyBucket }))).rejects.toThrow(
    'does not exist',
  );
  const again = await program('infra/destroy/main.ts', ['--stage', 'cli'], 'cli\n');
  expect(again).toEqual({ code: 1, text: 'Stage cli not found in us-east-1 (account 000000000000).\n' });
}, 120_000);

async function describeTable(TableName: string | undefined): Promise<unknown> {
  const answer = await aws.call('dynamodb', {
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.DescribeTable',
    },
    body: JSON.stringify({ TableName }),
  });
  return JSON.parse(answer);
}

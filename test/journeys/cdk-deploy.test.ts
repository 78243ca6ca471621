import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
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
  cloud = await startMinistack({ port, logFile: `${folder}/cloud.log`, environment: {}, run });
  aws = createAwsApi(cloud.endpoint, 'us-east-1');
  cdk = cdkCli(aws, folder, { stage: 'cli', ...emulatorContext, smtp: 'false' });
}, 60_000);

afterAll(async () => {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

test('cdk bootstrap, deploy, deploy again and destroy, with the CDK CLI', async () => {
  await cdk.run('synth', '--quiet');
  // With --app: without it, bootstrapping would replace the bundles by what lies in the app's folder.
  await cdk.run('bootstrap', 'aws://000000000000/us-east-1', '--app', `${folder}/cdk.out`);

  await cdk.run('deploy');
  const { ApiId, TableName } = await cdk.outputs();
  expect(await describeTable(TableName)).toMatchObject({ Table: { TableName } });

  expect(await cdk.run('deploy')).toContain('no changes');
  expect((await cdk.outputs()).ApiId).toBe(ApiId);

  await cdk.run('destroy', '--force');
  await expect(describeTable(TableName)).rejects.toThrow('ResourceNotFoundException');
}, 240_000);

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

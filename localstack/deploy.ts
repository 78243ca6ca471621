import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import {
  CloudFormationClient,
  CreateStackCommand,
  type CreateStackCommandInput,
  DescribeStackEventsCommand,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { findStack } from '../infra/deploy/stacks.ts';
import { clientOf, type Place } from './aws-api.ts';
import { eventually } from './net.ts';
import { zipFolder } from './zip.ts';

/** Context values for parts that the emulator's CloudFormation refuses, or accepts and ignores. */
export const emulatorContext = {
  deletionProtection: 'false',
  sandboxIdentity: 'false',
  apiDomain: 'false',
  alarms: 'false',
  // An invocation costs nothing here, and tests wait for each report.
  feedbackWindow: '0',
  // The sweep runs once a minute, and tests wait for each removal.
  tenantRemovalsConcurrency: '2',
  // The emulator runs no ECS tasks. Ours is a process.
  smtp: 'role',
  sms: 'sns',
};

export type Outputs = Record<string, string>;

/** Synthesizes the CDK app like `cdk synth`, but without CLI and checks (1 s). Returns the Core template. */
export async function synthesize(folder: string, context: Record<string, string>): Promise<Template> {
  const { context: defaults } = JSON.parse(await readFile('cdk.json', 'utf8'));
  await runNode(['infra/main.ts'], {
    CDK_OUTDIR: folder,
    CDK_CONTEXT_JSON: JSON.stringify({ ...defaults, ...context }),
    CDK_VALIDATION: 'false',
  });
  return forEmulators(JSON.parse(asEmulatorsName(await readFile(`${folder}/Core.template.json`, 'utf8'))));
}

/**
 * Leaves out SES resources, which the stand-in creates (after-deploy.ts). Functions need no versions here: aliases
 * point to `$LATEST`, because LocalStack can't move them.
 */
function forEmulators(template: Template): Template {
  const kept = Object.entries(template.Resources).filter(
    ([, { Type }]) => !Type.startsWith('AWS::SES::') && Type !== 'AWS::Lambda::Version',
  );
  for (const [, { Type, Properties }] of kept)
    if (Type === 'AWS::Lambda::Alias') Properties.FunctionVersion = '$LATEST';
  return { ...template, Resources: Object.fromEntries(kept) };
}

/**
 * On AWS, sqs:SendMessage also covers batches. An emulator that enforces IAM wants the call's own name, and looks for
 * every schedule in the group `default`.
 */
function asEmulatorsName(template: string): string {
  return template
    .replaceAll('"sqs:SendMessage"', '"sqs:SendMessage*"')
    .replaceAll(/":schedule\/",\s*\{\s*"Ref": "ScheduleGroup"\s*\},\s*"\/\*"/g, '":schedule/*"');
}

/** Ids and properties of the resources of this type in the latest synthesized template. */
export async function declared<Properties>(folder: string, type: string): Promise<[string, Properties][]> {
  const template: Template = JSON.parse(await readFile(`${folder}/Core.template.json`, 'utf8'));
  return Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => [id, Properties as Properties]);
}

type Template = {
  Parameters?: Record<string, unknown>;
  Rules?: Record<string, unknown>;
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
};

async function runNode(args: string[], environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${complaint}`);
}

type Deployment = { stackName: string; folder: string; template: Template };

/**
 * Applies the template: uploads assets, creates or updates the stack with CloudFormation, and waits. Returns the
 * outputs. Throws with CloudFormation's reasons.
 */
export async function deployStack(
  place: Place,
  { stackName, folder, template }: Deployment,
): Promise<Outputs> {
  const { Account } = await new STSClient(clientOf(place)).send(new GetCallerIdentityCommand());
  const Bucket = `cdk-hnb659fds-assets-${Account}-${place.region}`;
  const s3 = new S3Client({ ...clientOf(place), forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket })).catch((error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
  });
  const put = (Key: string, Body: string | Buffer) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  const assets = await assetFolders(folder);
  await Promise.all(
    assets.map(async (name) =>
      put(`${name.replace(/^asset\./, '')}.zip`, await zipFolder(`${folder}/${name}`)),
    ),
  );
  // On AWS, the CDK bootstrap creates these two. The local deploy skips the bootstrap.
  const { Parameters: _bootstrap, Rules: _check, ...body } = template;
  const key = `${stackName}.template.json`;
  await put(key, JSON.stringify(body));
  return applyTemplate(new CloudFormationClient(clientOf(place)), {
    StackName: stackName,
    TemplateURL: `${place.endpoint}/${Bucket}/${key}`,
    Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
  });
}

async function assetFolders(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(`${folder}/Core.assets.json`, 'utf8'));
  const files: { source: { path: string; packaging: string } }[] = Object.values(manifest.files);
  return files.filter(({ source }) => source.packaging === 'zip').map(({ source }) => source.path);
}

async function applyTemplate(client: CloudFormationClient, input: CreateStackCommandInput): Promise<Outputs> {
  const { StackName = '' } = input;
  if ((await findStack(client, StackName)) === null) await client.send(new CreateStackCommand(input));
  else
    await client.send(new UpdateStackCommand(input)).catch((error: Error) => {
      if (!error.message.includes('No updates are to be performed')) throw error;
    });
  const ended = await eventually(
    async () => {
      const stack = await findStack(client, StackName);
      return stack && !stack.status.endsWith('_IN_PROGRESS') ? stack : undefined;
    },
    { seconds: 120, complaint: `CloudFormation didn't finish ${StackName}` },
  );
  const { status, outputs } = ended;
  // LocalStack reports UPDATE_COMPLETE for an update that it rolled back, without outputs.
  if (['CREATE_COMPLETE', 'UPDATE_COMPLETE'].includes(status) && Object.keys(outputs).length > 0)
    return outputs;
  throw new Error(`${StackName} is ${status}\n${await failures(client, StackName)}`);
}

async function failures(client: CloudFormationClient, StackName: string): Promise<string> {
  const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName }));
  const reasons = StackEvents.flatMap(({ ResourceStatusReason: reason }) => reason || []);
  return reasons.slice(0, 10).join('\n');
}

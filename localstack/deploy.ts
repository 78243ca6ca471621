import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type AwsApi, AwsError, xmlTexts } from './aws-api.ts';
import { eventually } from './net.ts';
import { zipFolder } from './zip.ts';

/** What the emulator's CloudFormation does not take, or takes without doing it. */
export const emulatorContext = {
  deletionProtection: 'false',
  sandboxIdentity: 'false',
  apiDomain: 'false',
  alarms: 'false',
  // An invocation costs nothing here, and tests wait for each report.
  feedbackWindow: '0',
  // The sweep comes once a minute, and tests wait for each removal.
  tenantRemovalsConcurrency: '2',
  // It runs no tasks: ours is a process.
  smtp: 'role',
  sms: 'sns',
};

/** Outputs of the Core stack by their name, e.g. `TableName`. */
export type Outputs = Record<string, string>;

/** Synthesizes the CDK app as `cdk synth` would, without CLI and checks (1 s); returns the Core template. */
export async function synthesize(folder: string, context: Record<string, string>): Promise<Template> {
  const { context: defaults } = JSON.parse(await readFile('cdk.json', 'utf8'));
  await runNode(['infra/main.ts'], {
    CDK_OUTDIR: folder,
    CDK_CONTEXT_JSON: JSON.stringify({ ...defaults, ...context }),
    CDK_VALIDATION: 'false',
  });
  return withoutReceiptRules(
    JSON.parse(asEmulatorsName(await readFile(`${folder}/Core.template.json`, 'utf8'))),
  );
}

/** The emulator refuses a template that has them; `makeReceiptRules` makes them at the stand-in. */
function withoutReceiptRules(template: Template): Template {
  const others = Object.entries(template.Resources).filter(
    ([, { Type }]) => !Type.startsWith('AWS::SES::Receipt'),
  );
  return { ...template, Resources: Object.fromEntries(others) };
}

/**
 * AWS lets sqs:SendMessage send batches too; an emulator that enforces IAM asks for the call's own name, and looks for every
 * schedule in the group `default`.
 */
function asEmulatorsName(template: string): string {
  return template
    .replaceAll('"sqs:SendMessage"', '"sqs:SendMessage*"')
    .replaceAll(/":schedule\/",\s*\{\s*"Ref": "ScheduleGroup"\s*\},\s*"\/\*"/g, '":schedule/*"');
}

type Template = {
  Parameters?: Record<string, unknown>;
  Rules?: Record<string, unknown>;
  Resources: Record<string, { Type: string }>;
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
 * Brings the stack to the template: uploads its assets, creates or updates it through CloudFormation and
 * waits for the end. Returns the outputs; throws with CloudFormation's own reasons.
 */
export async function deployStack(
  aws: AwsApi,
  { stackName, folder, template }: Deployment,
): Promise<Outputs> {
  const account = await accountId(aws);
  const bucket = `cdk-hnb659fds-assets-${account}-${aws.region}`;
  await createBucket(aws, bucket);
  await uploadAssets(aws, bucket, folder);
  // Both belong to the bootstrap that a fast deploy does without.
  const { Parameters: _bootstrap, Rules: _check, ...body } = template;
  const key = `${stackName}.template.json`;
  await putObject(aws, `/${bucket}/${key}`, JSON.stringify(body));
  return await applyTemplate(aws, stackName, `${aws.endpoint}/${bucket}/${key}`);
}

async function accountId(aws: AwsApi): Promise<string> {
  const xml = await aws.query('sts', { Action: 'GetCallerIdentity', Version: '2011-06-15' });
  const [account] = xmlTexts(xml, 'Account');
  if (!account) throw new Error('the local cloud does not name its account');
  return account;
}

async function createBucket(aws: AwsApi, bucket: string): Promise<void> {
  try {
    await aws.call('s3', { method: 'PUT', path: `/${bucket}` });
  } catch (error) {
    if (!(error instanceof AwsError && error.status === 409)) throw error;
  }
}

async function uploadAssets(aws: AwsApi, bucket: string, folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(`${folder}/Core.assets.json`, 'utf8'));
  const files: { source: { path: string; packaging: string } }[] = Object.values(manifest.files);
  const folders = files.filter(({ source }) => source.packaging === 'zip').map(({ source }) => source.path);
  await Promise.all(
    folders.map(async (path) => {
      const hash = path.replace(/^asset\./, '');
      await putObject(aws, `/${bucket}/${hash}.zip`, await zipFolder(`${folder}/${path}`));
    }),
  );
}

async function putObject(aws: AwsApi, path: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await aws.call('s3', {
    method: 'PUT',
    path,
    body,
    headers: { 'content-type': 'application/octet-stream' },
  });
}

async function applyTemplate(aws: AwsApi, stackName: string, templateUrl: string): Promise<Outputs> {
  const known = await stackStatus(aws, stackName);
  const parameters = {
    Action: known ? 'UpdateStack' : 'CreateStack',
    Version: '2010-05-15',
    StackName: stackName,
    TemplateURL: templateUrl,
    'Capabilities.member.1': 'CAPABILITY_IAM',
    'Capabilities.member.2': 'CAPABILITY_NAMED_IAM',
  };
  try {
    await aws.query('cloudformation', parameters);
  } catch (error) {
    if (!(error instanceof AwsError && error.message.includes('No updates are to be performed'))) throw error;
  }
  const ended = await eventually(
    async () => {
      const stack = await stackStatus(aws, stackName);
      return stack && !stack.status.endsWith('_IN_PROGRESS') ? stack : undefined;
    },
    { seconds: 120, complaint: `CloudFormation does not end with ${stackName}` },
  );
  if (!['CREATE_COMPLETE', 'UPDATE_COMPLETE'].includes(ended.status)) {
    throw new Error(`${stackName} is ${ended.status}\n${await failures(aws, stackName)}`);
  }
  return ended.outputs;
}

async function stackStatus(
  aws: AwsApi,
  stackName: string,
): Promise<{ status: string; outputs: Outputs } | undefined> {
  const parameters = { Action: 'DescribeStacks', Version: '2010-05-15', StackName: stackName };
  const xml = await aws.query('cloudformation', parameters).catch((error) => {
    if (error instanceof AwsError && error.message.includes('does not exist')) return undefined;
    throw error;
  });
  const status = xml && xmlTexts(xml, 'StackStatus')[0];
  if (!xml || !status || status === 'DELETE_COMPLETE') return undefined;
  const keys = xmlTexts(xml, 'OutputKey');
  const values = xmlTexts(xml, 'OutputValue');
  return { status, outputs: Object.fromEntries(keys.map((key, index) => [key, values[index] ?? ''])) };
}

async function failures(aws: AwsApi, stackName: string): Promise<string> {
  const parameters = { Action: 'DescribeStackEvents', Version: '2010-05-15', StackName: stackName };
  const xml = await aws.query('cloudformation', parameters);
  const reasons = xmlTexts(xml, 'ResourceStatusReason').filter((reason) => reason !== '');
  return reasons.slice(0, 10).join('\n');
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Route53Client } from '@aws-sdk/client-route-53';
import { stop } from 'esbuild';
import { buildFunctions } from '../infra/build.ts';
import { variablesOf } from '../infra/deploy/note-deployment.ts';
import { settings } from '../shared/aws/settings.ts';
import { importSlice_s, providerUrls } from '../shared/core/provider-url.ts';
import { completeDeployment, makeConfigurationSets, makeReceiptRules } from './after-deploy.ts';
import { clientOf, createAwsApi, localCredentials } from './aws-api.ts';
import { httpSlots } from './concurrency.ts';
import { deployStack, emulatorContext, type Outputs, synthesize } from './deploy.ts';
import { invokeDirectly, servesApi } from './direct-invoke.ts';
import { createDeclaredTable, type Dynamodb } from './dynamodb.ts';
import { startEdge } from './edge.ts';
import { dropAwsVariables, type StackFile, useLocalKeys } from './environment.ts';
import { openKept } from './kept.ts';
import { startMinistack } from './ministack.ts';
import { beginRun, type OwnRun, replaceFile } from './running.ts';
import { keptAccount, type Seed, seedAccount, seedSmtpPassword, sendFirstEmail } from './seed.ts';
import { zoneFor } from './sending-domain.ts';
import { lendTaskRole, makeCertificate, startSmtp } from './smtp.ts';
import { startStandIns } from './stand-ins.ts';
import type { Steps } from './steps.ts';
import { followStream } from './table-stream.ts';

const region = 'us-east-1';
const stage = 'local';
const serviceDomain = 'mailwright.test';

export type CloudOptions = {
  /** Folder for stack.json, environment.json, logs, and mails of this run. */
  folder: string;
  steps: Steps;
  webhookTargets: 'public' | 'any';
  /** What receives mail (R58). Default: `smtp`. */
  inbound?: 'smtp' | 'ses' | undefined;
  /** A running LocalStack or MiniStack. Without it, we start our own. */
  endpoint?: string | undefined;
  /** Name or address at which its containers reach this machine (P49). */
  standInHost?: string | undefined;
  /** Saves the data when the stack ends. The next start with `keep` loads it. */
  keep?: boolean | undefined;
  /** Makes the emulator enforce IAM for the functions' roles. */
  enforceIam?: boolean;
  /** Starts a replacement for the emulator's DynamoDB, or a proxy in front of it. Gets its endpoint. */
  dynamodb?: (emulator: string, run: OwnRun) => Promise<Dynamodb>;
};

export type Cloud = { stack: StackFile; environment: Record<string, string>; close: () => Promise<void> };

/** The parameters that `npm run redeploy` needs to deploy newer code to the same stack. */
export type Target = {
  endpoint: string;
  region: string;
  folder: string;
  sesUrl: string;
  context: Record<string, string>;
};

/** Starts, deploys, and seeds a whole local cloud. If a step fails, closes what it started. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await assemble(options, (closer) => closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function assemble(options: CloudOptions, onClose: (closer: () => Promise<void>) => void) {
  const { steps, webhookTargets } = options;
  const folder = resolve(options.folder);
  dropAwsVariables();
  const run = await beginRun(folder);
  onClose(async () => run.forget());
  const stateFolder = options.keep ? `${folder}/state` : undefined;
  const goesOn = stateFolder !== undefined && existsSync(`${stateFolder}/dynamodb.json`);
  const kept = openKept(folder, { secrets: options.endpoint ? 'new' : 'kept' });
  if (!options.endpoint)
    useLocalKeys({ AWS_ACCESS_KEY_ID: kept.cloud_key, AWS_SECRET_ACCESS_KEY: kept.cloud_key });
  // Mail from an earlier run belongs to accounts that no longer exist.
  for (const name of ['inbox', 'ses']) await rm(`${folder}/${name}`, { recursive: true, force: true });
  const ports = await kept.takePorts(
    'cloud',
    'api',
    'inbox',
    'inbox_smtp',
    'smtp',
    'smtp_tls',
    'inbound',
    'smtp_health',
  );
  const endpoint = options.endpoint ?? `http://localhost:${ports.cloud}`;

  const edge = await startEdge(ports.api);
  onClose(edge.close);
  const standIns = await steps.run('SES, DNS, and inbox', () =>
    startStandIns({
      awsEndpoint: endpoint,
      region,
      folder,
      stateFolder,
      run,
      ports,
      reachedAs: options.standInHost,
    }),
  );
  onClose(standIns.close);
  const { fromFunctions } = standIns;

  const dynamodb = await options.dynamodb?.(endpoint, run);
  if (dynamodb) onClose(dynamodb.close);

  const ownEndpoints = {
    AWS_ENDPOINT_URL_SES: standIns.sesUrl,
    AWS_ENDPOINT_URL_SESV2: standIns.sesUrl,
    ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint }),
  };
  const aws = createAwsApi(endpoint, region);
  const startOwn = async () => {
    const logFile = `${folder}/cloud.log`;
    const { enforceIam } = options;
    const ministack = await startMinistack({
      port: ports.cloud,
      key: kept.cloud_key,
      logFile,
      environment: ownEndpoints,
      stateFolder,
      enforceIam,
      run,
    });
    onClose(ministack.close);
  };
  const [hostedZoneId] = await Promise.all([
    steps.run(options.endpoint ? `local cloud at ${endpoint}` : 'local cloud (MiniStack)', async () => {
      if (!options.endpoint) await startOwn();
      return ensureZone(endpoint);
    }),
    steps.run('functions bundled', bundle),
  ]);

  const certificate = await makeCertificate(aws, { folder, domain: serviceDomain });
  const target: Target = {
    endpoint,
    region,
    folder,
    sesUrl: standIns.sesUrl,
    context: {
      stage,
      serviceDomain,
      hostedZoneId,
      origin: edge.origin,
      webhookTargets,
      ...importContext(),
      dnsServers: fromFunctions.dns,
      ...emulatorContext,
      smtpCertificate: certificate,
      // Names under the service domain don't resolve on this machine, but the certificate is valid for this
      // name.
      smtpHost: 'localhost',
      smtpPort: String(ports.smtp),
      inbound: options.inbound ?? 'smtp',
      enforceSsl: String(!options.enforceIam),
      // We can't change the environment of a cloud that is already running, so its functions get these values
      // as variables.
      ...(options.endpoint && { endpoints: `SES=${fromFunctions.sesUrl},SESV2=${fromFunctions.sesUrl}` }),
    },
  };
  const outputs = await deploy(target, steps);
  const tables = createAwsApi(dynamodb?.endpoint ?? endpoint, region);
  const ownStream = dynamodb?.ownTables
    ? { tables, streamArn: await createDeclaredTable(tables, outputs.TableName ?? '', `${folder}/cdk.out`) }
    : undefined;
  onClose((await followStream(aws, ownStream)).close);
  edge.route({
    endpoint,
    apiId: outputs.ApiId ?? '',
    slots: httpSlots(),
    direct: options.endpoint !== undefined && !(await servesApi(endpoint, outputs.ApiId ?? '')),
    invoke: (request, body) => invokeDirectly(aws, outputs, request, body),
  });

  const environment = environmentOf(outputs, { ...ownEndpoints, AWS_ENDPOINT_URL: endpoint });
  const base_url = `${edge.origin}/api`;
  const { inbound_domain, ...seed } = await steps.run('account and domains', async () =>
    seedAccount(environment, sendingDomainFor(options), {
      ...kept,
      account_id: goesOn ? await keptAccount(base_url, kept) : null,
    }),
  );
  await steps.run('first email delivered', () => sendFirstEmail(base_url, seed));
  let stack: StackFile | undefined;
  const smtp = await steps.run('SMTP relay', async () => {
    const password = goesOn
      ? `svcsmtp_${kept.smtp_password}`
      : await seedSmtpPassword(environment, seed, kept);
    const onRestart = () => {
      if (stack !== undefined) replaceFile(`${folder}/stack.json`, stack);
    };
    const role = options.enforceIam && (await lendTaskRole(aws, outputs.SmtpRoleArn ?? ''));
    const ofTask = { ...environment, ...role };
    return startSmtp({ folder, environment: ofTask, certificate, password, ports, run, onRestart });
  });
  onClose(smtp.close);
  stack = {
    ...describe(target, outputs, seed, base_url, { ...standIns, sms: await smsMessagesUrl(endpoint) }),
    smtp: smtp.settings,
    inbound: {
      ...smtp.inbound,
      ...(options.inbound === 'ses' && { port: standIns.sesSmtpPort }),
      domain: inbound_domain,
    },
  };
  writeFiles(folder, { stack, environment, target });
  return { stack, environment };
}

/** Emulators store the text messages that SNS accepted. MiniStack and LocalStack list them at different paths. */
async function smsMessagesUrl(endpoint: string): Promise<string> {
  const own = `${endpoint}/_ministack/sns/sms-messages`;
  return (await fetch(own)).ok ? own : `${endpoint}/_aws/sns/sms-messages`;
}

/**
 * A cloud that keeps running after us still has the domains of earlier accounts, so each start uses a new
 * domain.
 */
function sendingDomainFor({ endpoint }: CloudOptions): string {
  return endpoint ? `acme-${randomBytes(4).toString('hex')}.test` : 'acme.test';
}

/** Bundles what has changed. Stops esbuild, which would otherwise keep up to 800 MB. */
export async function bundle(): Promise<void> {
  await buildFunctions();
  await stop();
}

/** Import settings in the environment of `npm start` (M7, M16), by their context names. */
function importContext(): Record<string, string> {
  const given = Object.entries(settings)
    .filter(([name]) => name.startsWith('import'))
    .map(([name, { variable }]) => [name, process.env[variable] ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

async function ensureZone(endpoint: string): Promise<string> {
  const id = await zoneFor(new Route53Client(clientOf({ endpoint, region })), serviceDomain);
  return id.replace('/hostedzone/', '');
}

export async function deploy(target: Target, steps: Steps): Promise<Outputs> {
  const aws = createAwsApi(target.endpoint, target.region);
  const folder = `${target.folder}/cdk.out`;
  const stackName = `mailwright-${target.context.stage}`;
  const template = await steps.run('stack synthesized', () => synthesize(folder, target.context));
  return steps.run('stack deployed', async () => {
    const outputs = await deployStack(aws, { stackName, folder, template });
    await Promise.all([
      completeDeployment(aws, outputs, folder),
      makeConfigurationSets(target, outputs, folder),
      makeReceiptRules(target, outputs),
    ]);
    return outputs;
  });
}

/** The functions' environment under its own names: the output TableName is the variable TABLE_NAME. */
function environmentOf(outputs: Outputs, endpoints: Record<string, string>): Record<string, string> {
  const keys = localCredentials();
  return {
    ...variablesOf(outputs),
    ...endpoints,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
}

function describe(
  { endpoint, context }: Target,
  outputs: Outputs,
  seed: Seed,
  base_url: string,
  { inboxUrl, dns, sms }: { inboxUrl: string; dns: StackFile['dns']; sms: string },
): Omit<StackFile, 'smtp' | 'inbound'> {
  const keys = localCredentials();
  return {
    base_url,
    dashboard_url: new URL(base_url).origin,
    ...seed,
    sandbox_domain: outputs.SandboxDomain ?? '',
    inbox_url: inboxUrl,
    sms_messages_url: sms,
    dns,
    aws_endpoint_url: endpoint,
    aws_access_key_id: keys.accessKeyId,
    aws_secret_access_key: keys.secretAccessKey,
    region,
    feedback_topic_arn: outputs.FeedbackTopicArn ?? '',
    webhook_targets: context.webhookTargets === 'public' ? 'public' : 'any',
    import_urls: {
      sendgrid_us: context.importSendgridUsUrl ?? providerUrls.sendgrid_us,
      sendgrid_eu: context.importSendgridEuUrl ?? providerUrls.sendgrid_eu,
      postmark: context.importPostmarkUrl ?? providerUrls.postmark,
      mailgun_us: context.importMailgunUsUrl ?? providerUrls.mailgun_us,
      mailgun_eu: context.importMailgunEuUrl ?? providerUrls.mailgun_eu,
    },
    import_slice_seconds: Number(context.importSliceSeconds ?? importSlice_s),
  };
}

/** Written last. If stack.json exists, so do the other files. */
function writeFiles(folder: string, files: { stack: object; environment: object; target: object }): void {
  for (const name of ['target', 'environment', 'stack'] as const)
    replaceFile(`${folder}/${name}.json`, files[name]);
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Route53Client } from '@aws-sdk/client-route-53';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { variablesOf } from '../../infra/deploy/note-deployment.ts';
import { completeDeployment, makeConfigurationSets } from '../../localstack/after-deploy.ts';
import { clientOf, createAwsApi } from '../../localstack/aws-api.ts';
import { httpSlots } from '../../localstack/concurrency.ts';
import { emulatorContext, type Outputs } from '../../localstack/deploy.ts';
import { invokeDirectly } from '../../localstack/direct-invoke.ts';
import { startEdge } from '../../localstack/edge.ts';
import { dropAwsVariables, useLocalKeys } from '../../localstack/environment.ts';
import { startMinistack } from '../../localstack/ministack.ts';
import { freePorts } from '../../localstack/net.ts';
import { beginRun, localFolder } from '../../localstack/running.ts';
import { zoneFor } from '../../localstack/sending-domain.ts';
import { makeCertificate, startSmtp } from '../../localstack/smtp.ts';
import { startStandIns } from '../../localstack/stand-ins.ts';
import { makeSmtpCredential } from '../../tools/admin/run-command.ts';
import { cdkCli } from '../journeys/cdk-cli.ts';
import { depthOf } from '../support/bare-cloud.ts';

const exec = promisify(execFile);

const region = 'us-east-1';
const serviceDomain = 'mailwright.test';
const key = 'test';

/** The commits of the releases, for a checkout with the history. */
const commits: Record<string, string> = { '0.2': '05e2332a' };

/** Checks out a release with its packages. It stays in .local for the next run. */
export async function checkoutOf(release: string): Promise<string> {
  const commit = commits[release] ?? '';
  const folder = resolve(localFolder, `release-${release}`);
  if (existsSync(`${folder}/node_modules/.bin/node`)) return folder;
  await mkdir(folder, { recursive: true });
  await exec('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`]);
  await exec('npm', ['ci', '--strict-allow-scripts'], { cwd: folder, maxBuffer: 1e8 });
  return folder;
}

export type Stage = Awaited<ReturnType<typeof startStage>>;

/** An emulator without a deployment. */
export async function startStage(folder: string) {
  dropAwsVariables();
  useLocalKeys({ AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: key });
  const run = await beginRun(folder);
  const [
    cloud = 0,
    api = 0,
    inbox = 0,
    inbox_smtp = 0,
    smtp = 0,
    smtp_tls = 0,
    inbound = 0,
    smtp_health = 0,
  ] = await freePorts(8);
  const endpoint = `http://localhost:${cloud}`;
  const aws = createAwsApi(endpoint, region);
  const edge = await startEdge(api);
  const ports = { inbox, inbox_smtp };
  const standIns = await startStandIns({ awsEndpoint: endpoint, region, folder, run, ports });
  const ministack = await startMinistack({
    port: cloud,
    key,
    logFile: `${folder}/cloud.log`,
    environment: { AWS_ENDPOINT_URL_SES: standIns.sesUrl, AWS_ENDPOINT_URL_SESV2: standIns.sesUrl },
    run,
  });
  const zone = await zoneFor(new Route53Client(clientOf({ endpoint, region })), serviceDomain);
  const certificate = await makeCertificate(aws, { folder, domain: serviceDomain });
  const context = {
    stage: 'upgrade',
    serviceDomain,
    hostedZoneId: zone.replace('/hostedzone/', ''),
    origin: edge.origin,
    webhookTargets: 'any',
    dnsServers: `${standIns.dns.host}:${standIns.dns.port}`,
    ...emulatorContext,
  };
  let outputs: Outputs = {};
  let bootstrapped = false;
  const environment = () => ({
    ...variablesOf(outputs),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_SES: standIns.sesUrl,
    AWS_ENDPOINT_URL_SESV2: standIns.sesUrl,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: key,
    AWS_SECRET_ACCESS_KEY: key,
  });
  const sqs = new SQSClient(clientOf({ endpoint, region }));

  return {
    base_url: `${edge.origin}/api`,
    endpoint,
    region,
    environment,
    tableName: () => outputs.TableName ?? '',

    /** Runs `cdk deploy` in a checkout, and adds what the emulator's CloudFormation leaves out. */
    deploy: async (checkout: string) => {
      const cdk = cdkCli(aws, folder, { ...context, smtpCertificate: certificate }, checkout);
      await cdk.run('synth', '--quiet');
      const synthesized = ['--app', `${folder}/cdk.out`];
      if (!bootstrapped) await cdk.run('bootstrap', `aws://000000000000/${region}`, ...synthesized);
      bootstrapped = true;
      await cdk.run('deploy', ...synthesized);
      outputs = await cdk.outputs();
      await makeConfigurationSets({ sesUrl: standIns.sesUrl, region }, outputs, `${folder}/cdk.out`);
      await completeDeployment(aws, outputs, `${folder}/cdk.out`);
      const invoke = (request: Parameters<typeof invokeDirectly>[2], body: Buffer) =>
        invokeDirectly(aws, outputs, request, body);
      edge.route({ endpoint, apiId: outputs.ApiId ?? '', slots: httpSlots(), invoke });
    },

    /** An account with a verified domain, created with the operator commands of the deployed release. */
    seed: async (checkout: string): Promise<{ account_id: string; api_key: string }> => {
      const script =
        "const { seedAccount } = await import('./localstack/seed.ts'); console.log(JSON.stringify(await seedAccount(JSON.parse(process.env.SEED), 'acme.test', { api_key: 'a'.repeat(43), account_id: null })))";
      const { stdout } = await exec('node_modules/.bin/node', ['--input-type=module', '-e', script], {
        cwd: checkout,
        env: { PATH: process.env.PATH, SEED: JSON.stringify(environment()) },
      });
      return JSON.parse(stdout);
    },

    smtp: async (account_id: string) => {
      const password = await makeSmtpCredential(environment(), account_id, 'a'.repeat(43));
      const smtpPorts = { smtp, smtp_tls, inbound, smtp_health };
      return startSmtp({
        folder,
        environment: environment(),
        certificate,
        password,
        ports: smtpPorts,
        run,
        onRestart: () => {},
      });
    },

    ses: {
      control: (changes: object) =>
        fetch(`${standIns.sesUrl}/_control`, { method: 'PUT', body: JSON.stringify(changes) }),
      messages: async () =>
        (await (await fetch(`${standIns.sesUrl}/_control/messages?limit=100000`)).json()).messages as {
          tags: Record<string, string>;
        }[],
    },

    /** Messages in each queue that isn't empty. */
    depths: async (): Promise<Record<string, number>> => {
      const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
      const depths = await Promise.all(
        QueueUrls.map(async (url) => [url.split('/').at(-1) ?? '', await depthOf(sqs, url)] as const),
      );
      return Object.fromEntries(depths.filter(([, depth]) => depth > 0));
    },

    close: async () => {
      await edge.close();
      await ministack.close();
      await standIns.close();
      run.forget();
    },
  };
}

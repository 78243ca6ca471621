import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { IAMClient, UpdateAssumeRolePolicyCommand } from '@aws-sdk/client-iam';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { buildFolder } from '../infra/functions.ts';
import { selfSigned } from '../shared/smtp/self-signed.ts';
import { clientOf, type Place } from './aws-api.ts';
import { eventually } from './net.ts';
import { endChild, runVariable, smallHeap } from './processes.ts';
import { type OwnRun, replaceFile } from './running.ts';

/** The address of this run's receiver, and a domain that receives mail (R72). */
export type InboundSettings = { host: string; port: number; domain: string };

/** This run's relay, as in stack.json (R72). */
export type SmtpSettings = {
  host: string;
  port: number;
  tls_port: number;
  username: string;
  password: string;
  ca_file: string;
  health_url: string;
  pid: number;
};

type SmtpOptions = {
  folder: string;
  environment: Record<string, string>;
  /** ARN of its secret. */
  certificate: string;
  password: string;
  ports: Record<'smtp' | 'smtp_tls' | 'inbound' | 'smtp_health', number>;
  run: OwnRun;
  /** Called each time a new process replaces the first one. */
  onRestart: () => void;
};

const host = '127.0.0.1';
/** A process that dies is restarted within 2 s, as on ECS (R71). */
const restart_ms = 500;
/** Longer than the process needs to exit by itself (R67). */
const grace_ms = 32_000;

/**
 * Stores a certificate in the local Secrets Manager, as in a deployment, and returns its ARN. `ca_file` verifies it
 * (R72).
 */
export async function makeCertificate(
  place: Place,
  { folder, domain }: { folder: string; domain: string },
): Promise<string> {
  const names = [`smtp.${domain}`, `inbound.${domain}`];
  const { certificate, private_key } = selfSigned(['localhost', host, ...names], Date.now());
  replaceFile(caFile(folder), certificate);
  const client = new SecretsManagerClient(clientOf(place));
  const secret = {
    Name: `smtp-certificate-${process.pid}-${Date.now()}`,
    SecretString: JSON.stringify({ certificate, private_key }),
  };
  const { ARN = '' } = await client.send(new CreateSecretCommand(secret));
  return ARN;
}

const caFile = (folder: string) => `${folder}/smtp-ca.pem`;

/** Runs the bundled SMTP task as a child process, and restarts it on the same ports whenever it dies (R71). */
export async function startSmtp(options: SmtpOptions) {
  const { environment, certificate, password, ports, run, onRestart } = options;
  const folder = resolve(options.folder);
  const { smtp: port, smtp_tls: tls_port, inbound: inbound_port, smtp_health: healthPort } = ports;
  const log = openSync(`${folder}/smtp.log`, 'a', 0o600);
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [smallHeap, `${buildFolder}/smtp/main.mjs`], {
      stdio: ['ignore', log, log],
      // Ctrl-C reaches only the stack's main process, which stops its parts in order.
      detached: true,
      env: {
        PATH: process.env.PATH ?? '',
        [runVariable]: process.env[runVariable] ?? '',
        AWS_TIMEOUT_FACTOR: '10',
        ...environment,
        SMTP_PORTS: `${port},${tls_port},${inbound_port}`,
        SMTP_HEALTH_PORT: String(healthPort),
        SMTP_ADDRESS: host,
        SMTP_CERTIFICATE: certificate,
      },
    });
    run.addProcess('smtp', child.pid);
    return child;
  };
  let closing = false;
  let settings: SmtpSettings | undefined;
  let child = start();
  const supervise = () =>
    child.once('exit', () => {
      if (closing) return;
      setTimeout(() => {
        if (closing) return;
        child = start();
        supervise();
        // Until the first process is ready, its pid isn't recorded anywhere.
        if (settings === undefined) return;
        settings.pid = child.pid ?? 0;
        onRestart();
      }, restart_ms).unref();
    });
  supervise();
  const lastResort = () => child.kill('SIGKILL');
  process.once('exit', lastResort);
  const health_url = `http://${host}:${healthPort}/health`;
  const close = async () => {
    closing = true;
    process.off('exit', lastResort);
    await endChild(child, grace_ms);
  };
  try {
    await untilHealthy(health_url);
  } catch (error) {
    await close();
    throw new Error(`${error instanceof Error ? error.message : error}; see ${folder}/smtp.log`);
  }
  const ca_file = caFile(folder);
  settings = {
    host,
    port,
    tls_port,
    username: 'service',
    password,
    ca_file,
    health_url,
    pid: child.pid ?? 0,
  };
  return { settings, inbound: { host, port: inbound_port }, close };
}

export async function untilHealthy(health_url: string): Promise<void> {
  const ask = async () => {
    const answer = await fetch(health_url).catch(() => undefined);
    return answer?.ok || undefined;
  };
  await eventually(ask, { every_ms: 100, complaint: 'the SMTP relay is not responding' });
}

/**
 * Plays ECS, which gives the SMTP task its role as temporary credentials in SDK variables. Only ECS may assume the
 * role, so the trust policy first admits the account.
 */
export async function lendTaskRole(place: Place, roleArn: string): Promise<Record<string, string>> {
  const Principal = { AWS: `arn:aws:iam::${roleArn.split(':')[4]}:root` };
  const PolicyDocument = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal }],
  });
  const trust = { RoleName: roleArn.split('/').at(-1), PolicyDocument };
  await new IAMClient(clientOf(place)).send(new UpdateAssumeRolePolicyCommand(trust));
  const asTask = new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'smtp-task' });
  const { Credentials } = await new STSClient(clientOf(place)).send(asTask);
  return {
    AWS_ACCESS_KEY_ID: Credentials?.AccessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: Credentials?.SecretAccessKey ?? '',
    AWS_SESSION_TOKEN: Credentials?.SessionToken ?? '',
  };
}

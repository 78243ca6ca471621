import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findRun } from './running.ts';
import type { InboundSettings, SmtpSettings } from './smtp.ts';

/** The content of `.local/stack.json`; a field whose part does not exist yet is null. */
export type StackFile = {
  base_url: string;
  dashboard_url: string;
  /** Signs the account's owner in once, within a day of the start. */
  sign_in_url: string | null;
  api_key: string | null;
  account_id: string | null;
  account_email: string | null;
  sandbox_domain: string;
  sending_domain: string | null;
  smtp: SmtpSettings | null;
  inbound: InboundSettings | null;
  inbox_url: string | null;
  /** A GET of it lists the text messages that the cloud took, by number. */
  sms_messages_url: string;
  dns: { host: string; port: number } | null;
  aws_endpoint_url: string;
  /** The keys of the cloud: our emulator refuses calls without them. */
  aws_access_key_id: string;
  aws_secret_access_key: string;
  region: string;
  feedback_topic_arn: string;
  webhook_targets: 'public' | 'any';
  /** The addresses of providers for imports, and the seconds that one request of an import works (M7, M16). */
  import_urls: Record<'sendgrid_us' | 'sendgrid_eu' | 'postmark' | 'mailgun_us' | 'mailgun_eu', string>;
  import_slice_seconds: number;
};

export function stackFile(): string {
  return process.env.MAILWRIGHT_STACK || '.local/stack.json';
}

/** The running local stack; throws a sentence for people when there is none. */
export function localStack(): StackFile {
  if (!localStackIsRunning()) throw new Error('No local stack is running. Start one with `npm start`.');
  return JSON.parse(readFileSync(stackFile(), 'utf8'));
}

/** Whether a local stack is ready and its process alive: a killed one leaves its files behind. */
export function localStackIsRunning(): boolean {
  const file = stackFile();
  return existsSync(file) && findRun(dirname(file)) !== undefined;
}

/**
 * The environment that the functions of the running local stack have, with endpoints and credentials: a process that
 * takes it over works on the same table and queues.
 */
export function localEnvironment(): Record<string, string> {
  localStack();
  return JSON.parse(readFileSync(`${dirname(stackFile())}/environment.json`, 'utf8'));
}

/**
 * Removes the shell's variables of AWS: a profile, a session token or the endpoint of one service would otherwise send
 * a part of the local commands elsewhere. Returns the endpoint that was set for all services.
 */
export function dropAwsVariables(): string | undefined {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  return endpoint;
}

/** Makes this process call AWS with the keys in `environment`. Other variables stay. */
export function useLocalKeys({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Record<string, string>): void {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
}

/** Makes this process work on the local cloud that `environment` describes, and on nothing else. */
export function useLocalCloud(environment: Record<string, string>): void {
  dropAwsVariables();
  Object.assign(process.env, environment);
}

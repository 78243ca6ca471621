import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findRun } from './running.ts';
import type { InboundSettings, SmtpSettings } from './smtp.ts';

/** The content of `.local/stack.json`. Each field is null until the part it describes has started. */
export type StackFile = {
  base_url: string;
  dashboard_url: string;
  /** Signs in the account's owner once, within a day of the start. */
  sign_in_url: string | null;
  api_key: string | null;
  account_id: string | null;
  account_email: string | null;
  sandbox_domain: string;
  sending_domain: string | null;
  smtp: SmtpSettings | null;
  inbound: InboundSettings | null;
  inbox_url: string | null;
  /** GET lists the text messages that the cloud accepted, by phone number. */
  sms_messages_url: string;
  dns: { host: string; port: number } | null;
  aws_endpoint_url: string;
  /** The cloud's keys. Our emulator refuses calls without them. */
  aws_access_key_id: string;
  aws_secret_access_key: string;
  region: string;
  feedback_topic_arn: string;
  webhook_targets: 'public' | 'any';
  /** Provider addresses for imports, and the seconds one import request works (M7, M16). */
  import_urls: Record<'sendgrid_us' | 'sendgrid_eu' | 'postmark' | 'mailgun_us' | 'mailgun_eu', string>;
  import_slice_seconds: number;
};

export function stackFile(): string {
  return process.env.MAILWRIGHT_STACK || '.local/stack.json';
}

/** The running local stack. Throws a message for people if there is none. */
export function localStack(): StackFile {
  if (!localStackIsRunning()) throw new Error('No local stack is running. Start one with `npm start`.');
  return JSON.parse(readFileSync(stackFile(), 'utf8'));
}

/** Whether a local stack is ready and its process alive. A killed stack leaves its files behind. */
export function localStackIsRunning(): boolean {
  const file = stackFile();
  return existsSync(file) && findRun(dirname(file)) !== undefined;
}

/**
 * The environment of the running stack's functions, with endpoints and credentials. A process with it uses the same
 * table and queues.
 */
export function localEnvironment(): Record<string, string> {
  localStack();
  return JSON.parse(readFileSync(`${dirname(stackFile())}/environment.json`, 'utf8'));
}

/**
 * Removes the shell's AWS variables. A profile, session token, or endpoint of one service would send some local
 * commands elsewhere. Returns the endpoint that was set for all services.
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

/** Makes this process use the local cloud in `environment`, and nothing else. */
export function useLocalCloud(environment: Record<string, string>): void {
  dropAwsVariables();
  Object.assign(process.env, environment);
}

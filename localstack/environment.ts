import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What `.local/stack.json` holds; a field whose part does not exist yet is null. */
export type StackFile = {
  base_url: string;
  dashboard_url: string | null;
  api_key: string | null;
  account_id: string | null;
  account_email: string | null;
  sandbox_domain: string;
  sending_domain: string | null;
  smtp: { host: string; port: number; username: string; password: string } | null;
  inbox_url: string | null;
  dns: { host: string; port: number } | null;
  aws_endpoint_url: string;
  region: string;
  feedback_topic_arn: string;
  webhook_targets: 'public' | 'any';
};

/** Where a running local stack is described: `MAILWRIGHT_STACK`, or what `npm start` writes. */
export function stackFile(): string {
  return process.env.MAILWRIGHT_STACK || '.local/stack.json';
}

/** The running local stack; throws a sentence for people when there is none. */
export function localStack(): StackFile {
  const file = stackFile();
  if (!existsSync(file)) throw new Error('No local stack is running: start one with `npm start`.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Whether a local stack is running, so that operator commands go to it rather than to AWS. */
export function localStackIsRunning(): boolean {
  return existsSync(stackFile());
}

/**
 * The environment that the functions of the running local stack have, with endpoints and credentials:
 * a process that takes it over works on the same table and queues.
 */
export function localEnvironment(): Record<string, string> {
  localStack();
  return JSON.parse(readFileSync(`${dirname(stackFile())}/environment.json`, 'utf8'));
}

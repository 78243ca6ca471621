import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InboundSettings, SmtpSettings } from '../../localstack/smtp.ts';

/** What the local start writes for its users; the fields of parts that do not exist yet are null. */
type Stack = {
  base_url: string;
  api_key: string;
  account_id: string;
  account_email: string;
  sandbox_domain: string;
  sending_domain: string;
  smtp: SmtpSettings;
  inbound: InboundSettings;
  inbox_url: string;
  sms_messages_url: string;
  dns: { host: string; port: number };
  aws_endpoint_url: string;
  region: string;
  feedback_topic_arn: string;
  webhook_targets: 'public' | 'any';
  import_urls: Record<'sendgrid_us' | 'sendgrid_eu' | 'postmark' | 'mailgun_us' | 'mailgun_eu', string>;
  import_slice_seconds: number;
};

const stackFile = () => {
  const file = process.env.MAILWRIGHT_STACK;
  if (file === undefined) throw new Error('MAILWRIGHT_STACK is not set: run the tests by `npm test`');
  return file;
};

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The local cloud that this test run started. */
export const readStack = (): Stack => readJson<Stack>(stackFile());

/** The environment that the deployed functions have, endpoints and credentials of the local cloud included. */
export function environment(): Record<string, string> {
  const values = readJson<Record<string, string>>(join(dirname(stackFile()), 'environment.json'));
  // Tests make hundreds of calls at once in one process, beside others on the same machine.
  values.AWS_TIMEOUT_FACTOR = '10';
  Object.assign(process.env, values);
  return values;
}

import { randomBytes } from 'node:crypto';
import type { Id } from '../../shared/core/runtime.ts';
import { runCommand } from '../../tools/admin/run-command.ts';
import { environment, readStack } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { startSubscriber } from './subscriber.ts';

/** The deployed service as a customer and its operator see it. */
export const stack = readStack();

type Fields = Record<string, unknown>;
type Answer = { status: number; headers: Headers; body: Fields };
export type Call = (
  method: string,
  path: string,
  options?: { body?: unknown; raw?: string; headers?: Record<string, string> },
) => Promise<Answer>;

/** Requests with this key. */
export function caller(api_key: string): Call {
  return async (method, path, options = {}) => {
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(`${stack.base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Fields };
  };
}

/** One operator command like `npm run -s admin -- …`, which test/localstack/admin.test.ts runs as a program. */
export const operate = (...argv: string[]): Promise<Fields> => runCommand(argv, environment());

export type Customer = { account_id: Id<'acc'>; api_key: string; email: string; domain: string; call: Call };

/** A new account on the plan `dedicated` with its own verified domain, created as an operator would. */
export async function newCustomer(): Promise<Customer> {
  const name = `j${randomBytes(6).toString('hex')}`;
  const [email, domain] = [`owner@${name}.test`, `${name}.test`];
  const account = await operate(
    ...['create-account', '--email', email, '--plan', 'dedicated'],
    ...['--payment-method', '--requests-per-second', '1000'],
  );
  const account_id = account.account_id as Id<'acc'>;
  await operate('adopt-domain', '--account', account_id, '--domain', domain);
  const api_key = String(account.api_key);
  return { account_id, api_key, email, domain, call: caller(api_key) };
}

/** Posts an email that must be accepted, and returns its id. */
export async function send(call: Call, body: Fields, headers: Record<string, string> = {}): Promise<string> {
  const { status, body: answer } = await call('POST', '/emails', { body, headers });
  if (status !== 200) throw new Error(`POST /emails answered ${status}: ${JSON.stringify(answer)}`);
  return String(answer.id);
}

/** Waits for the email to have this status, and returns its record. */
export function withStatus(call: Call, id: string, status: string, within_ms = 40_000): Promise<Fields> {
  const look = async () => {
    const { body } = await call('GET', `/emails/${id}`);
    const email = body.email as Fields | undefined;
    return email?.status === status && email;
  };
  return until(look, { within_ms, what: `${id} ${status}` });
}

/** A receiver with a webhook of this customer. */
export async function subscribe(call: Call, events: string[]) {
  const receiver = await startSubscriber();
  const { status, body } = await call('POST', '/webhooks', { body: { url: receiver.url, events } });
  if (status !== 200) throw new Error(`POST /webhooks answered ${status}: ${JSON.stringify(body)}`);
  const { id } = body.webhook as { id: string };
  return { receiver, webhook_id: id, secret: String(body.secret) };
}

/** What SES got. See localstack/ses/control-api.ts. */
type Handed = {
  message_id: string;
  /** When SES accepted it, in ISO 8601. */
  at: string;
  source: string;
  destinations: string[];
  subject: string;
  tags: Record<string, string>;
};

const control = () => `${environment().AWS_ENDPOINT_URL_SES}/_control`;

/** Messages that SES accepted, for one email or to one address. */
export async function handedToSes(of: { email_id: string } | { to: string }): Promise<Handed[]> {
  const query = new URLSearchParams({ ...of, limit: '1000000' });
  const response = await fetch(`${control()}/messages?${query}`);
  return ((await response.json()) as { messages: Handed[] }).messages;
}

/** An email's only message, as SES sent it. */
export async function sourceOf(email_id: string): Promise<{ handed: Handed; source: Buffer }> {
  const [handed, ...more] = await handedToSes({ email_id });
  if (!handed || more.length > 0) throw new Error(`SES has ${more.length + (handed ? 1 : 0)} of ${email_id}`);
  const response = await fetch(`${control()}/messages/${handed.message_id}/source`);
  return { handed, source: Buffer.from(await response.arrayBuffer()) };
}

/** Tells the SES stand-in how to misbehave. */
export async function misbehave(changes: Fields): Promise<void> {
  const response = await fetch(control(), { method: 'PUT', body: JSON.stringify(changes) });
  if (!response.ok) throw new Error(await response.text());
}

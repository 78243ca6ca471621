import { makeSmtpCredential, runCommand, verifyLocalDomain } from '../tools/admin/run-command.ts';
import type { Kept } from './kept.ts';
import { eventually } from './net.ts';

export type Seed = {
  api_key: string;
  account_id: string;
  account_email: string;
  sending_domain: string;
  /** Signs in the account's owner to the dashboard once, within a day. */
  sign_in_url: string;
};

/** A subdomain of the sending domain that only receives mail. */
const inboundDomain = (sendingDomain: string) => `in.${sendingDomain}`;

const accountEmail = 'you@acme.test';

/** The account from an earlier start with kept data. Throws if its API key is gone. */
export async function keptAccount(base_url: string, { api_key }: Pick<Kept, 'api_key'>): Promise<string> {
  const headers = { authorization: `Bearer svc_${api_key}` };
  const answer = await fetch(`${base_url}/account`, { headers });
  if (!answer.ok)
    throw new Error(
      "The API key in .local/kept doesn't exist in the saved data. Delete .local/state to start over.",
    );
  return ((await answer.json()) as { account: { id: string } }).account.id;
}

async function createAccount(environment: Record<string, string>, secret: string): Promise<string> {
  const create = ['create-account', '--email', accountEmail, '--plan', 'dedicated', '--payment-method'];
  return String((await runCommand(create, environment, secret)).account_id);
}

/**
 * An account that may send to any address from `sendingDomain`, created as an operator would, or the existing
 * `account_id`.
 */
export async function seedAccount(
  environment: Record<string, string>,
  sendingDomain: string,
  kept: Pick<Kept, 'api_key'> & { account_id: string | null },
): Promise<Seed & { inbound_domain: string }> {
  const [account_id] = await Promise.all([
    kept.account_id ?? createAccount(environment, kept.api_key),
    verifyLocalDomain(environment, environment.SANDBOX_DOMAIN ?? ''),
    verifyLocalDomain(environment, sendingDomain),
  ]);
  if (kept.account_id === null) {
    const adopt = ['adopt-domain', '--account', account_id, '--domain'];
    await runCommand([...adopt, sendingDomain], environment);
    await runCommand([...adopt, inboundDomain(sendingDomain), '--inbound'], environment);
  }
  const day = ['--minutes', '1440'];
  const link = await runCommand(['sign-in-link', '--email', accountEmail, ...day], environment);
  return {
    sign_in_url: String(link.url),
    api_key: `svc_${kept.api_key}`,
    account_id,
    account_email: accountEmail,
    sending_domain: sendingDomain,
    inbound_domain: inboundDomain(sendingDomain),
  };
}

const headersOf = ({ api_key }: Seed) => ({
  authorization: `Bearer ${api_key}`,
  'content-type': 'application/json',
});

async function post<Answer>(base_url: string, seed: Seed, path: string, input: object): Promise<Answer> {
  const request = { method: 'POST', headers: headersOf(seed), body: JSON.stringify(input) };
  const answer = await fetch(`${base_url}${path}`, request);
  if (!answer.ok) throw new Error(`POST ${path} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

export const seedSmtpPassword = (
  environment: Record<string, string>,
  { account_id }: Seed,
  { smtp_password }: Pick<Kept, 'smtp_password'>,
): Promise<string> => makeSmtpCredential(environment, account_id, smtp_password);

/** Sends one email through the whole path, waits for its delivery, and returns its id. */
export async function sendFirstEmail(base_url: string, seed: Seed) {
  const { id } = await post<{ id: string }>(base_url, seed, '/emails', {
    from: `hello@${seed.sending_domain}`,
    to: seed.account_email,
    subject: 'Your local Mailwright is running',
    text: 'This email went through the API, the queue, and the local SES, which delivered it to this inbox.',
  });
  const status = async () => {
    const response = await fetch(`${base_url}/emails/${id}`, { headers: headersOf(seed) });
    const { email } = (await response.json()) as { email?: { status: string } };
    return email?.status === 'delivered' ? id : undefined;
  };
  return eventually(status, { complaint: `the first email (${id}) was not delivered` });
}

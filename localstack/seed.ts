import { eventually } from './net.ts';
import { runCommand, verifyLocalDomain } from './operator.ts';

export type Seed = {
  api_key: string;
  account_id: string;
  account_email: string;
  sending_domain: string;
  /** Signs the account's owner in to the dashboard, once, within a day. */
  sign_in_url: string;
};

/** Below the sending domain: it takes mail and sends none. */
const inboundDomain = (sendingDomain: string) => `in.${sendingDomain}`;

const accountEmail = 'you@acme.test';

/** An account that may send to any address from `sendingDomain`, made as an operator would make it. */
export async function seedAccount(
  environment: Record<string, string>,
  sendingDomain: string,
): Promise<Seed & { inbound_domain: string }> {
  const [account] = await Promise.all([
    runCommand(
      ['create-account', '--email', accountEmail, '--plan', 'dedicated', '--payment-method'],
      environment,
    ),
    verifyLocalDomain(environment, environment.SANDBOX_DOMAIN ?? ''),
    verifyLocalDomain(environment, sendingDomain),
  ]);
  const account_id = String(account.account_id);
  const inbound_domain = inboundDomain(sendingDomain);
  await runCommand(['adopt-domain', '--account', account_id, '--domain', sendingDomain], environment);
  await runCommand(
    ['adopt-domain', '--account', account_id, '--domain', inbound_domain, '--inbound'],
    environment,
  );
  const day = ['--minutes', '1440'];
  const link = await runCommand(['sign-in-link', '--email', accountEmail, ...day], environment);
  return {
    sign_in_url: String(link.url),
    api_key: String(account.api_key),
    account_id,
    account_email: String(account.email),
    sending_domain: sendingDomain,
    inbound_domain,
  };
}

/** A password of the relay for the seeded account. */
export async function seedSmtpPassword(base_url: string, { api_key }: Seed): Promise<string> {
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'local' });
  const answer = await fetch(`${base_url}/smtp-credentials`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`POST /smtp-credentials answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { password: string }).password;
}

/** Sends one email through the whole path and waits until it is delivered; returns its id. */
export async function sendFirstEmail(base_url: string, { api_key, account_email, sending_domain }: Seed) {
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const body = {
    from: `hello@${sending_domain}`,
    to: account_email,
    subject: 'Your local Mailwright is running',
    text: 'This email went through the API, the queue, the local SES and its feedback.',
  };
  const answer = await fetch(`${base_url}/emails`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST /emails answered ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  const status = async () => {
    const response = await fetch(`${base_url}/emails/${id}`, { headers });
    const { email } = (await response.json()) as { email?: { status: string } };
    return email?.status === 'delivered' ? id : undefined;
  };
  return eventually(status, { seconds: 60, complaint: `the first email ${id} is not delivered` });
}

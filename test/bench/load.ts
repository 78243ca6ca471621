import { randomBytes } from 'node:crypto';
import { runCommand } from '../../tools/admin/run-command.ts';
import { emailOf } from './emails.ts';

/** The request that each connection repeats. */
export type Loader = { url: string; method: 'POST'; headers: Record<string, string>; body: string };

/** An email from a new account with its own domain and no effective rate limit. */
export async function makeLoader(base_url: string, environment: Record<string, string>): Promise<Loader> {
  const domain = `load-${randomBytes(4).toString('hex')}.test`;
  const account = await runCommand(
    ['create-account', '--email', `owner@${domain}`, '--payment-method', '--requests-per-second', '2000'],
    environment,
  );
  await runCommand(
    ['adopt-domain', '--account', String(account.account_id), '--domain', domain],
    environment,
  );
  return {
    url: `${base_url}/emails`,
    method: 'POST',
    headers: { authorization: `Bearer ${account.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(emailOf(domain, 'success@simulator.amazonses.com')),
  };
}

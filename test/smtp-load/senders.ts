import { randomBytes } from 'node:crypto';
import type { Cloud } from '../../localstack/cloud.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { makeSmtpCredential, runCommand } from '../../tools/admin/run-command.ts';

export type Sender = { password: string; from: string };

/** An account without an effective rate limit, with a domain and a relay password. */
export async function makeSender({ environment }: Cloud): Promise<Sender> {
  const domain = `load-${randomBytes(4).toString('hex')}.test`;
  const owner = ['create-account', '--email', `owner@${domain}`, '--payment-method'];
  const account = await runCommand([...owner, '--requests-per-second', '5000'], environment);
  await runCommand(
    ['adopt-domain', '--account', String(account.account_id), '--domain', domain],
    environment,
  );
  const secret = systemRuntime().secret(43, 'base62');
  const password = await makeSmtpCredential(environment, String(account.account_id), secret);
  return { password, from: `shop@${domain}` };
}

/** The addresses of a local cloud's relay and receiver. */
export function doorsOf({ stack: { smtp, inbound } }: Cloud) {
  if (!smtp || !inbound) throw new Error('the local cloud has no SMTP task');
  return { smtp, inbound };
}

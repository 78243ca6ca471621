import { randomBytes } from 'node:crypto';
import type { Cloud } from '../../localstack/cloud.ts';
import { runCommand } from '../../localstack/operator.ts';
import { seedSmtpPassword } from '../../localstack/seed.ts';

export type Sender = { password: string; from: string };

/** An account whose rate is no limit, with a domain and a password of the relay. */
export async function makeSender({ stack, environment }: Cloud): Promise<Sender> {
  const domain = `load-${randomBytes(4).toString('hex')}.test`;
  const owner = ['create-account', '--email', `owner@${domain}`, '--payment-method'];
  const account = await runCommand([...owner, '--requests-per-second', '5000'], environment);
  await runCommand(
    ['adopt-domain', '--account', String(account.account_id), '--domain', domain],
    environment,
  );
  const seed = { api_key: String(account.api_key) } as Parameters<typeof seedSmtpPassword>[1];
  return { password: await seedSmtpPassword(stack.base_url, seed), from: `shop@${domain}` };
}

/** Where the relay and the receiver of a local cloud are. */
export function doorsOf({ stack: { smtp, inbound } }: Cloud) {
  if (!smtp || !inbound) throw new Error('the local cloud has no SMTP task');
  return { smtp, inbound };
}

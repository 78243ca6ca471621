import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cloud } from '../../localstack/cloud.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { makeSmtpCredential, runCommand } from '../../tools/admin/run-command.ts';

/** An account without an effective rate limit, with a domain and a relay password. */
export async function makeSender({ environment }: Pick<Cloud, 'environment'>) {
  const domain = `load-${randomBytes(4).toString('hex')}.test`;
  const owner = ['create-account', '--email', `owner@${domain}`, '--payment-method'];
  const { account_id } = await runCommand([...owner, '--requests-per-second', '5000'], environment);
  await runCommand(['adopt-domain', '--account', String(account_id), '--domain', domain], environment);
  const secret = systemRuntime().secret(43, 'base62');
  const pass = await makeSmtpCredential(environment, String(account_id), secret);
  return { auth: { user: 'service', pass }, from: `shop@${domain}` };
}

/** Nodemailer's options for a connection to the local cloud's relay, and the relay's process. */
export function relayOf({ stack: { smtp } }: Cloud) {
  if (!smtp) throw new Error('the local cloud has no SMTP task');
  return { pid: smtp.pid, ...tlsTo(smtp.tls_port, smtp.ca_file) };
}

export const tlsTo = (port: number, ca_file: string) => ({
  host: 'localhost',
  port,
  secure: true,
  tls: { ca: readFileSync(ca_file, 'utf8') },
});

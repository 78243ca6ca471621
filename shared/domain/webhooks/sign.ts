import { createHmac } from 'node:crypto';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';

/** The secrets that sign at `now` (epoch ms), newest first: two while a rotation overlaps. */
export function signingSecrets(
  endpoint: Pick<WebhookEndpoint, 'secret' | 'previous_secret' | 'previous_secret_until'>,
  now: number,
): string[] {
  const { secret, previous_secret, previous_secret_until } = endpoint;
  const overlaps = previous_secret !== null && previous_secret_until !== null && now < previous_secret_until;
  return overlaps ? [secret, previous_secret] : [secret];
}

/**
 * `Service-Signature`: `t=<unix seconds>,v1=<hex>` over `<t>.<body>`. The key is the whole secret, including
 * `whsec_`.
 */
export function sign(body: string, secrets: string[], now: number): string {
  const t = Math.floor(now / 1000);
  const v1 = (secret: string) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return [`t=${t}`, ...secrets.map((secret) => `v1=${v1(secret)}`)].join(',');
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice('whsec_'.length), 'base64url');

/** A secret for the libraries of Standard Webhooks: padded base64. A secret of release 0.3 or later is the same text. */
export const standardSecret = (secret: string): string => `whsec_${keyOf(secret).toString('base64')}`;

/** Standard Webhooks headers: the event's id, and each secret's base64 signature of `<id>.<seconds>.<body>`. */
export function standardHeaders(
  { id, body }: { id: string; body: string },
  secrets: string[],
  now: number,
): Record<string, string> {
  const t = Math.floor(now / 1000);
  const v1 = (secret: string) =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${t}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(t),
    'webhook-signature': secrets.map((secret) => `v1,${v1(secret)}`).join(' '),
  };
}

import { createHmac } from 'node:crypto';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';

/** The secrets that sign at `now` (epoch ms), newest first: two while a rotation overlaps (E30). */
export function signingSecrets(
  endpoint: Pick<WebhookEndpoint, 'secret' | 'previous_secret' | 'previous_secret_until'>,
  now: number,
): string[] {
  const { secret, previous_secret, previous_secret_until } = endpoint;
  const overlaps = previous_secret !== null && previous_secret_until !== null && now < previous_secret_until;
  return overlaps ? [secret, previous_secret] : [secret];
}

/**
 * The value of `Service-Signature`: `t=<unix seconds>,v1=<hex>` over `<t>.<body>`. The key is the UTF-8 bytes
 * of the whole secret, its `whsec_` included (H20).
 */
export function sign(body: string, secrets: string[], now: number): string {
  const t = Math.floor(now / 1000);
  const v1 = (secret: string) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return [`t=${t}`, ...secrets.map((secret) => `v1=${v1(secret)}`)].join(',');
}

import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { laterThan, revise } from '../../../core/revise.ts';
import type { Base, Caller, Claims, Webhooks } from '../../context.ts';
import { concurrentClaim, type OneTime, oneTimeClaim } from '../../keys/one-time.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { getEndpoint } from './get-endpoint.ts';

/**
 * A signing secret: base64 of 24 random bytes, without + and /. Libraries for Stripe's scheme use the text
 * itself, while Standard Webhooks libraries decode it (D91). Secrets from before release 0.3 are 43
 * characters of base64url.
 */
export const newSecret = ({ runtime }: Pick<Base, 'runtime'>): string =>
  `whsec_${runtime.secret(32, 'base62')}`;

/**
 * rotate_secret: a new secret, shown only now. The previous one keeps signing for `overlap_seconds`. An older
 * one, from an unfinished rotation, stops. Throws 404, and 409 for a repeated Idempotency-Key, because a
 * second rotation would end the secret the receiver has.
 */
export async function rotateSecret(
  ctx: Base & Webhooks & Claims,
  caller: Caller,
  { id, overlap_seconds }: { id: string; overlap_seconds: number },
  { idempotency = null }: OneTime = {},
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  requireScope(caller, ['webhooks:write']);
  const secret = newSecret(ctx);
  const claimOf = await oneTimeClaim(ctx, caller, idempotency);
  const webhook = await revise(ctx.runtime, async () => {
    const seen = await getEndpoint(ctx, caller, id);
    // This was our own write, whose response was lost. If it were repeated, the secret would become its own
    // predecessor.
    if (seen.secret === secret) return seen;
    const change = {
      secret,
      previous_secret: overlap_seconds === 0 ? null : seen.secret,
      previous_secret_until: overlap_seconds === 0 ? null : ctx.runtime.now() + overlap_seconds * 1000,
      updated_at: laterThan(ctx.runtime, seen.updated_at),
    };
    const claim = claimOf(seen.id);
    const written = await (claim === null
      ? ctx.webhooks.update(seen, change)
      : ctx.webhooks.updateOnce(seen, change, claim));
    if (written === 'duplicate_key') return concurrentClaim(ctx, caller, idempotency);
    return written ?? undefined;
  });
  const { account } = webhook;
  ctx.log.info('webhook_secret_rotated', { account, webhook_id: id, overlap_seconds });
  return { webhook, secret };
}

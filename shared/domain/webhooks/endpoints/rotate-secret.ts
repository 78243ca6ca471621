import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { Base, Caller, Webhooks } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { changeEndpoint } from './change-endpoint.ts';

/** A signing secret: 32 random bytes (H20). */
export const newSecret = ({ runtime }: Base): string => `whsec_${runtime.secret(43, 'base64url')}`;

/**
 * rotate_secret: a new secret, shown this once. The one before signs too for `overlap_seconds`; one that is older
 * still, from a rotation that has not ended, signs no longer (E30). 404 for what is not the caller's.
 */
export async function rotateSecret(
  ctx: Base & Webhooks,
  caller: Caller,
  { id, overlap_seconds }: { id: string; overlap_seconds: number },
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  requireScope(caller, ['webhooks:write']);
  const secret = newSecret(ctx);
  const webhook = await changeEndpoint(ctx, caller, id, (seen) => ({
    secret,
    previous_secret: overlap_seconds === 0 ? null : seen.secret,
    previous_secret_until: overlap_seconds === 0 ? null : ctx.runtime.now() + overlap_seconds * 1000,
  }));
  const { account } = webhook;
  ctx.log.info('webhook_secret_rotated', { account, webhook_id: id, overlap_seconds });
  return { webhook, secret };
}

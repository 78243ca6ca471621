import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { AttemptContext } from '../../context.ts';
import type { RecoverMessage } from '../../ports/webhooks.ts';

/** The time from the failure that begins a recovery to its first probe. */
const first_look_ms = 60_000;
/** The age at which a recovery message is taken for lost: the next failure begins another recovery. */
const lost_after_ms = 1_800_000;

/** A look at an endpoint, due at `at` (epoch ms), at the beginning of a pass over its failures. */
export function recoverMessage(
  { account, id }: Pick<WebhookEndpoint, 'account' | 'id'>,
  at: number,
): RecoverMessage {
  const fresh = { after: null, next_due: null, failed: 0, last: false };
  return { kind: 'recover', account, webhook_id: id, at, ...fresh } satisfies RecoverMessage;
}

/** True when a failure has to begin a recovery: no message of one is under way. */
export const needsRecovery = ({ auto_replay, recover_at = 0 }: WebhookEndpoint, now: number): boolean =>
  auto_replay === true && recover_at <= now - lost_after_ms;

/**
 * Begins the recovery of an endpoint, unless one is under way. The message comes before the mark: after a crash
 * between, or of two that begin at once, the message with the latest time goes on and the others are dropped.
 */
export async function beginRecovery(ctx: AttemptContext, endpoint: WebhookEndpoint): Promise<void> {
  const now = ctx.runtime.now();
  if (!endpoint.enabled || !needsRecovery(endpoint, now)) return;
  const at = now + first_look_ms;
  await ctx.queues.recover(recoverMessage(endpoint, at), first_look_ms / 1000);
  await ctx.webhooks.setRecovery(endpoint.account, endpoint.id, at);
}

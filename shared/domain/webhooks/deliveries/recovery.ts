import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { AttemptContext } from '../../context.ts';
import type { RecoverMessage } from '../../ports/webhooks.ts';

/** The time between the failure that starts a recovery and its first probe. */
const first_look_ms = 60_000;
/**
 * If a recovery message is older than this, it counts as lost, and the next failure starts another recovery.
 */
const lost_after_ms = 1_800_000;

/** An endpoint check due at `at` (epoch ms), at the start of a pass over its failures. */
export function recoverMessage(
  { account, id }: Pick<WebhookEndpoint, 'account' | 'id'>,
  at: number,
): RecoverMessage {
  const fresh = { after: null, next_due: null, failed: 0, last: false };
  return { kind: 'recover', account, webhook_id: id, at, ...fresh } satisfies RecoverMessage;
}

/** Whether a failure must start a recovery, because none is in progress. */
export const needsRecovery = ({ auto_replay, recover_at = 0 }: WebhookEndpoint, now: number): boolean =>
  auto_replay === true && recover_at <= now - lost_after_ms;

/**
 * Starts an endpoint's recovery, unless one is in progress. The message is queued before the mark is written.
 * After a crash in between, or with two concurrent starts, the message with the latest time continues and the
 * rest are dropped.
 */
export async function beginRecovery(ctx: AttemptContext, endpoint: WebhookEndpoint): Promise<void> {
  const now = ctx.runtime.now();
  if (!endpoint.enabled || !needsRecovery(endpoint, now)) return;
  const at = now + first_look_ms;
  await ctx.queues.recover(recoverMessage(endpoint, at), first_look_ms / 1000);
  await ctx.webhooks.setRecovery(endpoint.account, endpoint.id, at);
}

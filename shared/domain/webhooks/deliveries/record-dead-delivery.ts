import type { Delivery } from '../../../core/records/webhooks.ts';
import type { Base, Identity, Queueing, Webhooks } from '../../context.ts';
import type { AttemptMessage } from '../../ports/webhooks.ts';
import { recoverMessage } from './recovery.ts';
import { rowOf } from './rows.ts';

/**
 * Leaves a row, failed with `internal`, for a delivery its worker could not handle, so replay finds it.
 * Nothing is kept for a deleted account.
 */
export async function recordDeadDelivery(
  ctx: Base & Identity & Webhooks & Queueing,
  message: AttemptMessage,
): Promise<void> {
  if (message.kind === 'fan_out') return ctx.queues.webhooks([{ ...message, repeat: true }], 60);
  if (message.kind === 'event') return ctx.queues.webhooks([message], 60);
  if (message.kind === 'recover') return ctx.queues.recover(message, 60);
  const { attempt, shards, account, payload, event_id, created_at } = message;
  if ((await ctx.accounts.get(account)) === null) return;
  const row: Delivery = { ...rowOf(message, null), status: 'failed', last_error: 'internal' };
  // One more than the dead attempt, to also end a row that shows it as pending.
  await ctx.deliveries.record(row, { attempt: attempt + 1, shards });
  if (payload !== null) await ctx.deliveries.putPayload(account, { id: event_id, created_at }, payload);
  const endpoint = { account, id: message.webhook_id };
  if (!message.test) await ctx.queues.recover(recoverMessage(endpoint, ctx.runtime.now()));
}

import type { Delivery } from '../../../core/records/webhooks.ts';
import type { Queueing, Webhooks } from '../../context.ts';
import type { WebhookMessage } from '../../ports/webhooks.ts';
import { rowOf } from './rows.ts';

/**
 * Leaves a visible trace of a delivery that its worker could not handle: a row, failed with `internal`, that
 * the log shows and replay finds (E33). A fan-out or an event that died is expanded again.
 */
export async function recordDeadDelivery(ctx: Webhooks & Queueing, message: WebhookMessage): Promise<void> {
  if (message.kind === 'fan_out') return ctx.queues.webhooks([{ ...message, repeat: true }], 60);
  if (message.kind === 'event') return ctx.queues.webhooks([message], 60);
  const { attempt, shards, account, payload, event_id, created_at } = message;
  const row: Delivery = { ...rowOf(message, null), status: 'failed', last_error: 'internal' };
  // One more than the dead attempt: a row that shows it as pending is ended too.
  await ctx.deliveries.record(row, { attempt: attempt + 1, shards });
  if (payload !== null) await ctx.deliveries.putPayload(account, { id: event_id, created_at }, payload);
}

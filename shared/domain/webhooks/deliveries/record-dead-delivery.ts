import type { Delivery } from '../../../core/records/webhooks.ts';
import type { Queueing, Webhooks } from '../../context.ts';
import type { WebhookMessage } from '../../ports/webhooks.ts';

/**
 * Leaves a visible trace of a delivery that its worker could not handle: a row, failed with `internal`, that
 * the log shows and replay finds (E33). A fan-out that died is expanded again.
 */
export async function recordDeadDelivery(ctx: Webhooks & Queueing, message: WebhookMessage): Promise<void> {
  if (message.kind === 'fan_out') return ctx.queues.webhooks([{ ...message, repeat: true }], 60);
  const {
    delivery_id: id,
    webhook_id,
    event_id,
    event_type,
    attempt,
    shards,
    created_at,
    attempt_log,
  } = message;
  const row: Delivery = {
    id,
    webhook_id,
    event_id,
    event_type,
    status: 'failed',
    attempts: attempt_log.length,
    last_status_code: attempt_log.at(-1)?.status_code ?? null,
    last_error: 'internal',
    next_attempt_at: null,
    created_at,
    delivered_at: null,
    url: null,
    attempt_log,
    ...(message.test && { test: true }),
  };
  const { account, payload } = message;
  // One more than the dead attempt: a row that shows it as pending is ended too.
  await ctx.deliveries.record(row, { attempt: attempt + 1, shards });
  if (payload !== null) await ctx.deliveries.putPayload(account, { id: event_id, created_at }, payload);
}

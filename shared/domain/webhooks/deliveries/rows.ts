import type { Delivery, DeliveryAttempt } from '../../../core/records/webhooks.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { Webhooks } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import type { Answer } from '../post-safely.ts';

/** A delivery's row as its message describes it: pending, with the previous attempts. */
export function rowOf(message: DeliveryMessage, url: string | null): Delivery {
  const { attempt_log } = message;
  const last = attempt_log.at(-1);
  return {
    id: message.delivery_id,
    webhook_id: message.webhook_id,
    event_id: message.event_id,
    event_type: message.event_type,
    status: 'pending',
    attempts: attempt_log.length,
    last_status_code: last?.status_code ?? null,
    last_error: last?.error ?? null,
    next_attempt_at: null,
    created_at: message.created_at,
    delivered_at: null,
    url,
    attempt_log,
    ...(message.tenant !== undefined && { tenant: message.tenant }),
    ...(message.test && { test: true }),
    ...(message.first_id && { first_id: message.first_id }),
  };
}

/** A delivery's log row before its first attempt, so replays and tests show up immediately. */
export const pendingRow = (message: DeliveryMessage, url: string): Delivery => ({
  ...rowOf(message, url),
  next_attempt_at: message.created_at,
});

/** An attempt's result, its start, and when its request was signed (epoch ms). */
export type Attempted = { answer: Answer; started: number; sent_at?: number | undefined };

/** The row after an attempt (`started` to `now`): delivered, pending until `next_at` (epoch ms), or failed. */
export function rowAfter(
  message: DeliveryMessage,
  url: string,
  { answer, started, sent_at, next_at, now }: Attempted & { next_at: number | null; now: number },
): Delivery {
  const failed = answer.error !== null;
  const attempt: DeliveryAttempt = {
    attempt: message.attempt,
    started_at: timestamp(started),
    duration_ms: now - started,
    status_code: answer.status_code,
    error: answer.error,
    response_body: answer.body,
    ...(sent_at !== undefined && { sent_at }),
  };
  return {
    ...rowOf({ ...message, attempt_log: [...message.attempt_log, attempt] }, url),
    status: !failed ? 'delivered' : next_at === null ? 'failed' : 'pending',
    next_attempt_at: failed && next_at !== null ? timestamp(next_at) : null,
    delivered_at: failed ? null : timestamp(now),
  };
}

/** Stores the event's payload if this message is responsible. Other endpoints' logs show it too. */
export async function keepPayload(ctx: Webhooks, message: DeliveryMessage): Promise<void> {
  const { account, event_id: id, created_at, first, payload } = message;
  if (first && payload !== null) await ctx.deliveries.putPayload(account, { id, created_at }, payload);
}

/** Writes the row and the event's payload. False if a copy of the message wrote the row first. */
export async function recordRow(ctx: Webhooks, message: DeliveryMessage, row: Delivery): Promise<boolean> {
  const { attempt, shards } = message;
  const [recorded] = await Promise.all([
    ctx.deliveries.record(row, { attempt, shards }),
    keepPayload(ctx, message),
  ]);
  return recorded;
}

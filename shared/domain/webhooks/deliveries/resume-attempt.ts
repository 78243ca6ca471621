import {
  type Delivery,
  type DeliveryAttempt,
  small_answer_bytes,
  type WebhookEndpoint,
} from '../../../core/records/webhooks.ts';
import type { AttemptContext } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { replacement_after_ms } from '../retry.ts';
import { disableEndpoint, notifyDisabled } from './failing.ts';
import { beginRecovery } from './recovery.ts';
import { keepPayload } from './rows.ts';

/** The next attempt is due at `due_at`. Its message comes at `at`, the same or later. Both epoch ms. */
export type Next = { due_at: number; at: number };

/** An attempt as the next message includes it. Longer responses have their own items. */
function withoutLongBodies(attempt: DeliveryAttempt): DeliveryAttempt {
  const { response_body } = attempt;
  const small = response_body !== null && Buffer.byteLength(response_body) <= small_answer_bytes;
  return { ...attempt, response_body: small ? response_body : null };
}

export async function queueNext(
  ctx: AttemptContext,
  message: DeliveryMessage,
  row: Delivery,
  { due_at, at }: Next,
): Promise<void> {
  const attempt_log = row.attempt_log.map(withoutLongBodies);
  const next = { ...message, attempt: message.attempt + 1, attempt_log, first: false, due_at };
  await ctx.queues.webhooks([next], Math.max(0, Math.ceil((at - ctx.runtime.now()) / 1000)));
}

/** Whether the delivery ended with 410 and the endpoint hasn't changed since. */
const isGone = ({ url, last_status_code, attempt_log }: Delivery, endpoint: WebhookEndpoint): boolean =>
  last_status_code === 410 &&
  endpoint.enabled &&
  endpoint.url === url &&
  endpoint.updated_at <= (attempt_log.at(-1)?.started_at ?? '');

/**
 * Finishes an attempt in the log, whose run may have died right after writing the row. The next message may
 * exist already, so its replacement comes later and reads the log first. Failures aren't counted again.
 */
export async function resumeAttempt(
  ctx: AttemptContext,
  message: DeliveryMessage,
  endpoint: WebhookEndpoint | null,
  row: Delivery,
): Promise<void> {
  await keepPayload(ctx, message);
  if (row.status === 'failed') {
    await ctx.deliveries.putFailed(row, message.shards);
    if (endpoint && !message.test && isGone(row, endpoint)) return disableEndpoint(ctx, endpoint, 'gone');
    if (endpoint && !message.test) await beginRecovery(ctx, endpoint);
    // This attempt may have disabled the endpoint.
    if (endpoint?.enabled === false) await notifyDisabled(ctx, endpoint);
  }
  if (row.status !== 'pending' || row.attempts !== message.attempt) return;
  const due_at = Date.parse(row.next_attempt_at ?? row.created_at);
  await queueNext(ctx, { ...message, repeat: true }, row, { due_at, at: due_at + replacement_after_ms });
}

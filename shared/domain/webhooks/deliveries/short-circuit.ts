import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { Base, Queueing, Webhooks } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';

/** So many time-outs in a row, and nothing is posted to the endpoint for so long (P9). */
const most = 3;
const short_ms = 60_000;

/** SQS delays no longer. */
const longest_s = 900;

/**
 * Until when nothing may be posted to an endpoint that hangs (epoch ms); null: this attempt may be made. When the time is
 * over one attempt is let through, as a probe, and claims the next minute for itself.
 */
export async function shortUntil(ctx: Base & Webhooks, endpoint: WebhookEndpoint): Promise<number | null> {
  const { short_until } = endpoint;
  if (short_until === undefined) return null;
  const now = ctx.runtime.now();
  if (short_until > now) return short_until;
  const until = now + short_ms;
  return (await ctx.webhooks.setShort(endpoint, until)) ? null : until;
}

/**
 * Puts an attempt back in the queue without making it: it counts as none. Each time twice as long, up to 15 minutes, or
 * the messages of an endpoint that hangs for a day would be received a thousand times each.
 */
export async function putBack(ctx: Base & Queueing, message: DeliveryMessage, until: number): Promise<void> {
  const times = message.put_back ?? 0;
  const wait_s = ((until - ctx.runtime.now()) / 1000) * 2 ** times + ctx.runtime.random() * 5;
  const delay_s = Math.min(longest_s, Math.ceil(wait_s));
  await ctx.queues.webhooks([{ ...message, first: false, put_back: Math.min(times + 1, 4) }], delay_s);
}

/** Counts time-outs in a row, by exception: an answer of any kind costs a write only where some are counted. */
export async function noteAnswer(
  ctx: Base & Webhooks,
  endpoint: WebhookEndpoint,
  { timedOut }: { timedOut: boolean },
): Promise<void> {
  const { account, id } = endpoint;
  if (!timedOut) {
    if (endpoint.timeouts !== undefined) await ctx.webhooks.clearTimeouts(account, id);
    return;
  }
  const counted = await ctx.webhooks.countTimeout(account, id);
  const now = ctx.runtime.now();
  if (counted === null || (counted.timeouts ?? 0) < most || (counted.short_until ?? 0) > now) return;
  if (await ctx.webhooks.setShort(counted, now + short_ms))
    ctx.log.warn('webhook_short_circuited', { account, webhook_id: id, timeouts: counted.timeouts });
}

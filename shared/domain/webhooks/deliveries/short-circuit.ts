import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { AttemptContext } from '../../context.ts';
import { timeout_ms } from '../post-safely.ts';

/** After this many consecutive timeouts, only one probe per `probe_every_ms` is posted to the endpoint. */
const max_timeouts = 3;
export const probe_every_ms = 60_000;
/**
 * After this time without an answer, no other attempt may start, because three per endpoint would occupy all
 * workers.
 */
const late_ms = 2_000;

/**
 * Why and until when (epoch ms) an attempt waits: another attempt is late, or the endpoint is
 * short-circuited.
 */
export type Hold = { kind: 'late' | 'short'; until: number };

/**
 * The reason to block an attempt, or null. After a short circuit, one attempt becomes the probe and claims
 * the next minute.
 */
export async function holdOf(ctx: AttemptContext, endpoint: WebhookEndpoint): Promise<Hold | null> {
  const { short_until, slow_until = 0 } = endpoint;
  const now = ctx.runtime.now();
  if (short_until === undefined) return slow_until > now ? { kind: 'late', until: slow_until } : null;
  if (short_until > now) return { kind: 'short', until: short_until };
  const until = now + probe_every_ms;
  return (await ctx.webhooks.setShort(endpoint, until, now)) ? null : { kind: 'short', until };
}

/** Waits for an answer and notes lateness, except for a probe, which runs alone. The note may fail. */
export async function noteLate<T>(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  answer: Promise<T>,
): Promise<{ answer: T; late: boolean }> {
  const until = ctx.runtime.now() + timeout_ms;
  const sleeping = ctx.runtime.sleep(late_ms, { ref: false }).then(() => true);
  const late = await Promise.race([answer.then(() => false), sleeping]);
  if (late && endpoint.short_until === undefined) await ctx.webhooks.setSlow(endpoint, until).catch(() => {});
  return { answer: await answer, late };
}

/** Counts consecutive timeouts. Other answers cost a write only if something is noted. */
export async function noteAnswer(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  { timedOut, late }: { timedOut: boolean; late: boolean },
): Promise<void> {
  const { account, id, timeouts, slow_until } = endpoint;
  if (!timedOut) {
    const noted = timeouts !== undefined || slow_until !== undefined || late;
    if (noted) await ctx.webhooks.clearTimeouts(account, id);
    return;
  }
  const now = ctx.runtime.now();
  const counted = await ctx.webhooks.countTimeout(endpoint, now);
  if (counted === null || (counted.timeouts ?? 0) < max_timeouts || (counted.short_until ?? 0) > now) return;
  if (await ctx.webhooks.setShort(counted, now + probe_every_ms, now))
    ctx.log.warn('webhook_short_circuited', { account, webhook_id: id, timeouts: counted.timeouts });
}

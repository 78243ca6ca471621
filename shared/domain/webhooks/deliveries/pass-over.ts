import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { AttemptContext, Base } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { timeout_ms } from '../post-safely.ts';
import { recordRow, rowOf } from './rows.ts';
import { type Hold, probe_every_ms } from './short-circuit.ts';

/** The time from the start of a probe until each worker reads its result. */
const result_ms = timeout_ms + 2_000;
const jitter_ms = 5_000;
/** The time that a delivery is passed over: with the probe that follows 15 minutes, the longest delay of SQS. */
const patience_ms = 900_000 - (probe_every_ms + result_ms + jitter_ms);

/** The time to look again at an attempt that is due at `due` and may not be made: the next probe has ended then. */
export function afterProbe({ runtime }: Base, hold: Hold, due: number): number {
  const begins = due <= hold.until ? hold.until : due + probe_every_ms;
  return begins + result_ms + runtime.random() * jitter_ms;
}

/** True when an attempt fails with the last probe: the probe timed out after the attempt was due and its patience over. */
export function failsWithProbe(ctx: Base, message: DeliveryMessage, endpoint: WebhookEndpoint): boolean {
  const { patience_until = Number.POSITIVE_INFINITY, due_at = 0 } = message;
  const due = Math.max(patience_until, due_at);
  return ctx.runtime.now() >= due && (endpoint.timed_out_at ?? 0) >= due;
}

/**
 * The time to look again at a delivery that is passed over: a few seconds while another attempt is late, then as long
 * again as the endpoint has hung, so that a short outage ends for all soon, and a long one costs each one wait.
 */
function nextLook(ctx: Base, endpoint: WebhookEndpoint, hold: Hold, patience_until: number): number {
  const now = ctx.runtime.now();
  const random = ctx.runtime.random() * jitter_ms;
  if (hold.kind === 'late') return now + 1_000 + random / 2;
  if (now >= patience_until) return afterProbe(ctx, hold, now);
  const hung_ms = now - (endpoint.short_since ?? now);
  const at = Math.max(hold.until, now + hung_ms) + random;
  return at < patience_until ? at : afterProbe(ctx, hold, patience_until);
}

/** Puts an attempt back in the queue without making it; it counts as none, and the log shows when it is next looked at. */
export async function passOver(
  ctx: AttemptContext,
  message: DeliveryMessage,
  endpoint: WebhookEndpoint,
  hold: Hold,
): Promise<void> {
  const now = ctx.runtime.now();
  const { patience_until = now + patience_ms } = message;
  const at = nextLook(ctx, endpoint, hold, patience_until);
  const row = { ...rowOf(message, endpoint.url), next_attempt_at: timestamp(at) };
  if (!(await recordRow(ctx, message, row))) return;
  // A copy of this message may wait, too: `repeat` makes both read the log before they post.
  const next = { ...message, first: false, repeat: true, patience_until };
  await ctx.queues.webhooks([next], Math.ceil((at - now) / 1000));
}

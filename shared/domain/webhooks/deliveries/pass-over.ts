import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { AttemptContext, Base } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { timeout_ms } from '../post-safely.ts';
import { recordRow, rowOf } from './rows.ts';
import { type Hold, probe_every_ms } from './short-circuit.ts';

/** Milliseconds from a probe's start until every worker can read its result. */
const result_ms = timeout_ms + 2_000;
const jitter_ms = 5_000;
/**
 * How long a delivery is skipped. With the time until the next probe, that is 15 minutes, SQS's longest
 * delay.
 */
const patience_ms = 900_000 - (probe_every_ms + result_ms + jitter_ms);

/** When to check again an attempt due at `due` that isn't allowed yet: after the next probe ends. */
export function afterProbe({ runtime }: Base, hold: Hold, due: number): number {
  const begins = due <= hold.until ? hold.until : due + probe_every_ms;
  return begins + result_ms + runtime.random() * jitter_ms;
}

/**
 * Whether an attempt fails with the last probe, which timed out after the attempt was due and had waited long
 * enough.
 */
export function failsWithProbe(ctx: Base, message: DeliveryMessage, endpoint: WebhookEndpoint): boolean {
  const { patience_until = Number.POSITIVE_INFINITY, due_at = 0 } = message;
  const due = Math.max(patience_until, due_at);
  return ctx.runtime.now() >= due && (endpoint.timed_out_at ?? 0) >= due;
}

/**
 * When to check a skipped delivery again: in a few seconds while another attempt is late, otherwise after as
 * long as the endpoint has been hanging. So a short outage ends soon for all deliveries, and a long one costs
 * each only one wait.
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

/**
 * Requeues an attempt without making it. This doesn't count as an attempt, and the log shows when it is
 * checked next.
 */
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
  // A copy of this message may also be waiting. With `repeat`, both read the log before they post.
  const next = { ...message, first: false, repeat: true, patience_until };
  await ctx.queues.webhooks([next], Math.ceil((at - now) / 1000));
}

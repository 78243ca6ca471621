import type { Base, SendingStates } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import { mayWait, type Wait } from './hold.ts';

/** Held emails come back over this long, not all at once. */
const spread_ms = 10_000;

/** What an email has to wait for before a worker leases it: the end of SES's pause (P7). null: it may go. */
export async function admit(ctx: Base & SendingStates, message: DeliverMessage): Promise<Wait | null> {
  const { scheduled_at } = message;
  const now = ctx.runtime.now();
  if (scheduled_at !== undefined && Date.parse(scheduled_at) > now) return null;
  if (!mayWait(ctx, message)) return null;
  const { paused_until } = await ctx.sending_state.read();
  if (paused_until > now)
    return { until: paused_until + ctx.runtime.random() * spread_ms, reason: 'sending_paused' };
  return null;
}

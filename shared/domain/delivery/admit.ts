import type { Base, Delivering } from '../context.ts';
import { suspendedWaits_s } from '../keys/suspended.ts';
import { waitingForQuota } from '../limits/daily-quota.ts';
import type { DeliverMessage, SendingState } from '../ports/sending.ts';
import { mayWait, type Wait } from './hold.ts';
import { paceEmail } from './pacing.ts';

/** How soon emails return after a pause. */
const spread_ms = 10_000;

/** The shortest wait before an email retries the 24-hour quota. The longest wait is twice that. */
const quota_ms = { single: 60_000, bulk: 300_000 };

/**
 * A suspended account's mail is checked again after as much time as the suspension has lasted so far, within
 * these bounds.
 */
const suspended_ms = { min: 5_000, max: suspendedWaits_s.emails * 1_000 };

/**
 * Waits for what an email needs before its lease: its account not suspended, SES not paused, room in the
 * quota, and a slot. Returns how long to wait in the queue, or null to send now.
 */
export async function admit(ctx: Delivering, message: DeliverMessage): Promise<Wait | null> {
  const { scheduled_at } = message;
  if (scheduled_at !== undefined && Date.parse(scheduled_at) > ctx.runtime.now()) return null;
  const [account, state] = await Promise.all([ctx.accounts.get(message.account), ctx.sending_state.read()]);
  if (account?.suspended_at !== undefined) return suspensionOf(ctx, account.suspended_at);
  if (!mayWait(ctx, message, account)) return null;
  return waitOf(ctx, message, state) ?? paceEmail(ctx, message, state.rate);
}

/** The wait for an account suspended since `since`, with jitter to spread the returning mail. */
function suspensionOf({ runtime }: Base, since: string): Wait {
  const now = runtime.now();
  const wait_ms = Math.min(suspended_ms.max, Math.max(suspended_ms.min, now - Date.parse(since)));
  return { until: now + wait_ms * (1 - runtime.random() / 2), reason: 'account_suspended' };
}

function waitOf(ctx: Base, { account, bulk }: DeliverMessage, state: SendingState): Wait | null {
  const paused_until = Math.max(state.paused_until, state.accounts_paused_until[account] ?? 0);
  const now = ctx.runtime.now();
  const within = (ms: number) => ctx.runtime.random() * ms;
  if (paused_until > now) return { until: paused_until + within(spread_ms), reason: 'sending_paused' };
  const waiting = waitingForQuota(state);
  if (waiting === null || (waiting === 'bulk' && !bulk)) return null;
  const least = bulk ? quota_ms.bulk : quota_ms.single;
  return { until: now + least + within(least), reason: 'daily_quota' };
}

import type { Account } from '../../core/records/accounts.ts';
import { type Email, heldRow, isRowAhead } from '../../core/records/emails.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import type { Base, Delivering } from '../context.ts';
import { isSuspended } from '../keys/suspended.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import { secondsUntil } from '../sending/schedule.ts';
import { publishEmailEvent } from '../webhooks/publish-email-event.ts';
import { giveUp_ms, publishDelayAfter_ms } from './backoff.ts';

/** The reason why emails wait without a lease, and until when (epoch ms). */
export type Wait = {
  until: number;
  reason: 'sending_paused' | 'sending_rate' | 'daily_quota' | 'account_suspended';
  slot?: number;
};

/** The age from which a person should see that mail waits (P45). */
const late_ms = { single: 15 * 60_000, bulk: 4 * 3_600_000 };

/** Younger mail is held without a line: what is paced is held for seconds. */
const noted_ms = 60_000;

/**
 * Logs an email that is put back, with its age since accept or its scheduled time (P45); none for a suspension, which
 * a person decided. `reason`: that of a hold, or SES's error.
 */
export function noteHold(ctx: Base, message: DeliverMessage, reason: string): void {
  const age_ms = waitedFor(ctx, message);
  if (age_ms < noted_ms || reason === 'account_suspended') return;
  const { id: email_id, account, bulk } = message;
  const of = bulk ? 'bulk' : 'single';
  const late = age_ms > late_ms[of] ? 1 : 0;
  const measured = { counts: { emails_held_late: late }, times: { hold_age: age_ms } };
  const metrics = { ...measured, by: { of }, total: true } as const;
  ctx.log.info('email_held', { email_id, account, reason, age_ms }, metrics);
}

function waitedFor(ctx: Base, { id, scheduled_at }: DeliverMessage): number {
  return ctx.runtime.now() - (scheduled_at === undefined ? idTime(id) : Date.parse(scheduled_at));
}

/** Whether an email may wait: after 24 hours, those of a suspension not counted, a worker fails it (H12, N23). */
export function mayWait(ctx: Base, message: DeliverMessage, account: Account | null): boolean {
  return waitedFor(ctx, message) <= giveUp_ms || !isOver(ctx, account);
}

/**
 * Whether an email that waited for 24 hours waits no longer: not so within 24 hours of resume-account, nor where the account
 * reads as suspended, which may be a read from before it was resumed.
 */
export function isOver({ runtime }: Base, account: Account | null): boolean {
  if (account !== null && isSuspended(account)) return false;
  const { resumed_at } = account ?? {};
  return resumed_at === undefined || runtime.now() - Date.parse(resumed_at) > giveUp_ms;
}

/**
 * Whether the email still waits for what its message brings: a fire of an earlier time is none of it (Q16). One of which SES
 * reported nothing yet does, too: the attempt may have failed, and the next one would be a lease like the first.
 */
function isWaiting({ state, scheduled_at, message_id, outcomes }: Email, message: DeliverMessage): boolean {
  const isUnknown = state === 'sending' && message_id === null && Object.keys(outcomes).length === 0;
  const waits = state === 'queued' || state === 'scheduled' || isUnknown;
  return waits && (message.scheduled_at ?? scheduled_at) === scheduled_at;
}

/**
 * Puts an email back in its queue without a lease. From then on the message alone stands for it, as after a lease: its
 * outbox row is deleted, or the sweep would queue it a second time; that of a scheduled one moves to `heldRow`. False when
 * its state asks for something else than a wait: it was sent, failed, cancelled or rescheduled.
 */
export async function hold(ctx: Delivering, message: DeliverMessage, wait: Wait): Promise<boolean> {
  const { until, reason, slot } = wait;
  const isLate = !message.delayed && waitedFor(ctx, message) > publishDelayAfter_ms;
  const email = !message.held || isLate ? await ctx.emails.getMeta(message.id) : undefined;
  if (email === null) return false;
  if (email !== undefined && !isWaiting(email, message)) return false;
  const next: DeliverMessage = {
    ...message,
    held: true,
    ...(slot !== undefined && { slot }),
    ...(isLate && { delayed: true }),
  };
  await ctx.queues.deliver([next], secondsUntil(until, ctx.runtime.now()));
  noteHold(ctx, message, reason);
  if (email === undefined) return true;
  if (!message.held) await moveRow(ctx, email).catch(() => {});
  await publishDelay(ctx, email, reason);
  return true;
}

async function moveRow(ctx: Delivering, email: Email): Promise<void> {
  const { id, outbox, state } = email;
  if (outbox === null || isRowAhead(email)) return;
  if (state === 'scheduled') await ctx.emails.setOutboxRowAside(email, outbox, heldRow(outbox));
  else await ctx.emails.deleteOutboxRow(id, outbox);
}

/** email.delivery_delayed, once and from 15 minutes on (H12); published before it is marked, so that a death loses none. */
export async function publishDelay(ctx: Delivering, email: Email, reason: string): Promise<void> {
  const since = Date.parse(email.scheduled_at ?? email.created_at);
  const now = ctx.runtime.now();
  if (email.delayed || now - since <= publishDelayAfter_ms) return;
  const data = {
    delay_reason: reason,
    delay_type: 'rate_limited',
    // When a suspension ends is not known.
    retry_until: reason === 'account_suspended' ? null : timestamp(since + giveUp_ms),
    recipient_count: email.recipient_count,
  };
  const event = { type: 'email.delivery_delayed', at: timestamp(now), data, repeat: true } as const;
  await publishEmailEvent(ctx, email, event);
  await ctx.emails.markDelayed(email.id);
}

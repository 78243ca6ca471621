import { minuteOf } from '../../core/days.ts';
import type { Account } from '../../core/records/accounts.ts';
import { type Email, isRowAhead } from '../../core/records/emails.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import { succeeded } from '../../core/succeeded.ts';
import type { Base, Delivering } from '../context.ts';
import { isSuspended } from '../keys/suspended.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import { secondsUntil } from '../sending/schedule.ts';
import { publishEmailEvent } from '../webhooks/publish-email-event.ts';
import { giveUp_ms, publishDelayAfter_ms } from './backoff.ts';

/** Why emails wait without a lease, and until when (epoch ms). */
export type Wait = {
  until: number;
  reason: 'sending_paused' | 'sending_rate' | 'daily_quota' | 'account_suspended';
  slot?: number;
};

/** If waiting mail is older than this, a person should be alerted. */
const late_ms = { single: 15 * 60_000, bulk: 4 * 3_600_000 };

/** Mail younger than this is held without a log line, because pacing often holds mail for seconds. */
const noted_ms = 60_000;

/**
 * Logs an email returned to its queue, with its age since accept or scheduled time. Suspensions are
 * deliberate and not logged. `reason` is the hold's, or SES's error.
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

/** Whether an email may wait. After 24 hours, not counting suspensions, a worker fails it. */
export function mayWait(ctx: Base, message: DeliverMessage, account: Account | null): boolean {
  return waitedFor(ctx, message) <= giveUp_ms || !isOver(ctx, account);
}

/**
 * Whether an email that waited 24 hours must stop. Not within 24 hours of resume-account, and not while the
 * account reads as suspended, which may be a stale read.
 */
export function isOver({ runtime }: Base, account: Account | null): boolean {
  if (account !== null && isSuspended(account)) return false;
  const { resumed_at } = account ?? {};
  return resumed_at === undefined || runtime.now() - Date.parse(resumed_at) > giveUp_ms;
}

/**
 * Whether the email still waits for this message, which must be for its current time. A sending email without
 * any SES report counts, because its attempt may have failed and can be leased again.
 */
function isWaiting({ state, scheduled_at, message_id, outcomes }: Email, message: DeliverMessage): boolean {
  const isUnknown = state === 'sending' && message_id === null && Object.keys(outcomes).length === 0;
  const waits = state === 'queued' || state === 'scheduled' || isUnknown;
  return waits && (message.scheduled_at ?? scheduled_at) === scheduled_at;
}

/** Minutes after a wait until the sweep presumes the message lost and requeues the email. */
const lost_min = 60;

/** The outbox row's minute for an email whose message returns at `until` (epoch ms). */
export const rowAfter = (until: number): number => minuteOf(until) + lost_min;

/**
 * Returns an email to its queue without a lease. Its outbox row moves past the wait, because the sweep would
 * queue it twice otherwise. False if the email no longer waits: sent, failed, canceled, or rescheduled.
 */
export async function hold(ctx: Delivering, message: DeliverMessage, wait: Wait): Promise<boolean> {
  const { until, reason, slot } = wait;
  const isLate = !message.delayed && waitedFor(ctx, message) > publishDelayAfter_ms;
  const isCovered = message.row !== undefined && message.row >= rowAfter(until) - lost_min / 2;
  const email = isCovered && !isLate ? undefined : await ctx.emails.getMeta(message.id);
  if (email === null) return false;
  if (email !== undefined && !isWaiting(email, message)) return false;
  const row = email === undefined || isCovered ? message.row : await moveRow(ctx, email, rowAfter(until));
  const next: DeliverMessage = {
    ...message,
    held: true,
    ...(row !== undefined && { row }),
    ...(slot !== undefined && { slot }),
    ...(isLate && { delayed: true }),
  };
  await ctx.queues.deliver([next], secondsUntil(until, ctx.runtime.now()));
  noteHold(ctx, message, reason);
  if (email !== undefined) await publishDelay(ctx, email, reason);
  return true;
}

/** The row's new minute. A row before the email's time stays, so the sweep publishes email.scheduled. */
async function moveRow(ctx: Delivering, email: Email, to: number): Promise<number | undefined> {
  const { outbox } = email;
  if (isRowAhead(email)) return undefined;
  let isKept = true;
  const moved = await succeeded(
    async () => {
      if (outbox === null) isKept = await ctx.emails.restoreOutboxRow(email, to);
      else await ctx.emails.moveOutboxRow(email, outbox, to);
    },
    (cause) => ctx.log.warn('outbox_row_not_moved', { email_id: email.id, cause }),
  );
  return moved && isKept ? to : undefined;
}

/**
 * Publishes email.delivery_delayed once, from 15 minutes on. It publishes before marking, so a crash loses
 * nothing.
 */
export async function publishDelay(ctx: Delivering, email: Email, reason: string): Promise<void> {
  const since = Date.parse(email.scheduled_at ?? email.created_at);
  const now = ctx.runtime.now();
  if (email.delayed || now - since <= publishDelayAfter_ms) return;
  const data = {
    delay_reason: reason,
    delay_type: 'rate_limited',
    // A suspension has no known end.
    retry_until: reason === 'account_suspended' ? null : timestamp(since + giveUp_ms),
    recipient_count: email.recipient_count,
  };
  const event = { type: 'email.delivery_delayed', at: timestamp(now), data, repeat: true } as const;
  await publishEmailEvent(ctx, email, event);
  await ctx.emails.markDelayed(email.id);
}

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

/** The reason why emails wait without a lease, and until when (epoch ms). */
export type Wait = {
  until: number;
  reason: 'sending_paused' | 'sending_rate' | 'daily_quota' | 'account_suspended';
  slot?: number;
};

/** The age from which a person should see that mail waits. */
const late_ms = { single: 15 * 60_000, bulk: 4 * 3_600_000 };

/** Younger mail is held without a line: what is paced is held for seconds. */
const noted_ms = 60_000;

/**
 * Logs an email that is put back, with its age since accept or its scheduled time; none for a suspension, which
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

/** Whether an email may wait: after 24 hours, those of a suspension not counted, a worker fails it. */
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
 * Whether the email still waits for what its message brings: a fire of an earlier time is none of it. One of which SES
 * reported nothing yet does, too: the attempt may have failed, and the next one would be a lease like the first.
 */
function isWaiting({ state, scheduled_at, message_id, outcomes }: Email, message: DeliverMessage): boolean {
  const isUnknown = state === 'sending' && message_id === null && Object.keys(outcomes).length === 0;
  const waits = state === 'queued' || state === 'scheduled' || isUnknown;
  return waits && (message.scheduled_at ?? scheduled_at) === scheduled_at;
}

/** Minutes after a wait ends until the sweep treats the message as lost and queues the email again. */
const lost_min = 60;

/** Minute of the outbox row for an email whose message returns at `until` (epoch ms). */
export const rowAfter = (until: number): number => minuteOf(until) + lost_min;

/**
 * Puts an email back in its queue without a lease. Its outbox row moves to after the wait, because the sweep would otherwise
 * queue it a second time. False if the email no longer waits: it was sent, failed, cancelled or rescheduled.
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

/** email.delivery_delayed, once and from 15 minutes on; published before it is marked, so that a death loses none. */
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

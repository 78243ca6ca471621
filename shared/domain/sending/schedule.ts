import { createHash } from 'node:crypto';
import { minuteOf } from '../../core/days.ts';
import { invalid } from '../../core/errors.ts';
import { type EmailMeta, isRowAhead } from '../../core/records/emails.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Queueing, Scheduling } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';

const minute_ms = 60_000;

const furthest_ms = 90 * 86_400_000;

/** The longest delay by queue message, which is exact and free; SQS allows 15 minutes. */
const queue_ms = 14 * minute_ms;

/**
 * The Scheduler may be a minute late, so it wakes the worker 2 to 12 minutes early, and the queue's delay is
 * exact to the second. Spread by id, so 10,000 emails in one second don't reach the Scheduler together.
 */
const lead_ms = { least: 2 * minute_ms, spread: 10 * minute_ms };

function leadOf(id: Id<'msg'>): number {
  const share = createHash('sha256').update(id).digest().readUInt16BE(0) / 65_536;
  return lead_ms.least + Math.floor(share * lead_ms.spread);
}

/**
 * H6: `scheduled_at` must be in the future and at most 90 days away. Throws 400 otherwise. Replays are
 * answered before this check (Q1).
 */
export function checkScheduledAt(now: number, scheduled_at: string | null): void {
  if (scheduled_at === null) return;
  const ahead = Date.parse(scheduled_at) - now;
  if (ahead > 0 && ahead <= furthest_ms) return;
  const message = ahead > 0 ? 'scheduled_at: at most 90 days ahead' : 'scheduled_at: must be later than now';
  throw invalid([{ path: 'scheduled_at', rule: 'range', message }]);
}

/**
 * The outbox row's minute, which is the one after `scheduled_at`. Without `scheduled_at`, the one after now.
 * If a time will be refused, the current time is used, so the draft's row is swept soon.
 */
export function outboxMinute(now: number, scheduled_at: string | null): number {
  const at = scheduled_at === null ? now : Date.parse(scheduled_at);
  const kept = at > now && at - now <= furthest_ms ? at : now;
  return minuteOf(kept) + 1;
}

/**
 * The outbox row's minute after a reschedule. A row before the email's time stays there, even before the new
 * time, because the sweep must still publish email.scheduled or queue the email.
 */
export function movedMinute(
  now: number,
  before: Pick<EmailMeta, 'outbox' | 'scheduled_at'>,
  scheduled_at: string,
): number {
  if (!isRowAhead(before)) return outboxMinute(now, scheduled_at);
  return Math.min(minuteOf(scheduled_at), Math.max(before.outbox ?? 0, minuteOf(now)));
}

/** Minutes until a sweep checks a minute. The queue's delay then reaches the email's time. */
const swept_min = 1;

/**
 * The outbox row's minute after a refused schedule. The sweep finds the row and queues the email with a
 * delay. The Scheduler creates only a few schedules per second, and retries would crowd out others.
 */
export function queueMinute(now: number, scheduled_at: string): number {
  return Math.max(minuteOf(now) + 1, minuteOf(Date.parse(scheduled_at) - queue_ms) - swept_min);
}

/** An email's queue message; for a scheduled email, its fire. */
export function fireMessage(email: EmailMeta): DeliverMessage {
  const { id, account, batch, content, scheduled_at, recipient_count } = email;
  return {
    id,
    account,
    ...(content !== null && content !== 'item' && { content }),
    ...(batch && { batch: batch.id }),
    ...(scheduled_at !== null && { scheduled_at }),
    ...(recipient_count > 1 && { recipients: recipient_count }),
  };
}

/** If this process has seen more emails than this for an account and minute, the rest count as bulk. */
const bulkAbove = { scheduled: 50, batch: 10 };

/**
 * `fireMessage`, marked if it is bulk, scheduled or in a batch. Bulk mail has its own queue, so no other mail
 * waits behind it (docs/internals/decisions/0010, 0013).
 */
export function queueMessage(ctx: Base, email: EmailMeta): DeliverMessage {
  const { account, batch, scheduled_at, created_at } = email;
  const message = fireMessage(email);
  const kind = scheduled_at !== null ? 'scheduled' : 'batch';
  if (kind === 'batch' && !batch) return message;
  const minute = (scheduled_at ?? created_at).slice(0, 16);
  const seen = ctx.occurrences(`${account} ${kind} ${minute}`);
  return seen > bulkAbove[kind] ? { ...message, bulk: true } : message;
}

/** Whole seconds until an instant, rounded up. A delayed message arrives on time or up to 1 s later. */
export const secondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000));

export const needsSchedule = (ctx: Base, { scheduled_at }: EmailMeta): boolean =>
  Date.parse(scheduled_at ?? '') - ctx.runtime.now() > queue_ms;

/**
 * Arranges for an email to fire: with a delayed message within 14 minutes, otherwise with a schedule. Safe to
 * repeat. Throws AWS errors. Returns false if an expected schedule was missing.
 */
export async function armSchedule(ctx: Base & Queueing & Scheduling, email: EmailMeta): Promise<boolean> {
  const now = ctx.runtime.now();
  const at = Date.parse(email.scheduled_at ?? '');
  const message = queueMessage(ctx, email);
  if (!needsSchedule(ctx, email)) {
    await ctx.queues.deliver([message], secondsUntil(at, now));
    return true;
  }
  const early = Math.max(now + lead_ms.least, at - leadOf(email.id));
  return ctx.scheduler.put(message, Math.ceil(early / 1000) * 1000);
}

/** Whether an email got a schedule when it was accepted or moved. */
export const expectsSchedule = ({ scheduled_at, created_at }: EmailMeta): boolean =>
  Date.parse(scheduled_at ?? created_at) - Date.parse(created_at) > queue_ms;

/**
 * Deletes a schedule that is no longer needed. If that fails, its message is dropped on arrival. Returns
 * false if an expected schedule is known to be missing.
 */
export async function disarmSchedule(ctx: Base & Scheduling, email: EmailMeta): Promise<boolean> {
  if (!expectsSchedule(email)) return true;
  return ctx.scheduler.remove(email.id).catch((error: Error) => {
    ctx.log.warn('schedule_not_removed', { email_id: email.id, cause: error.name });
    return true;
  });
}

import { createHash } from 'node:crypto';
import { minuteOf } from '../../core/days.ts';
import { invalid } from '../../core/errors.ts';
import { type EmailMeta, isRowAhead } from '../../core/records/emails.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Queueing, Scheduling } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';

const minute_ms = 60_000;

const furthest_ms = 90 * 86_400_000;

/** The longest delay by a queue message, which is exact and free; SQS delays 15 minutes at most. */
const queue_ms = 14 * minute_ms;

/**
 * The Scheduler may be a minute late, so it wakes the worker 2 to 12 minutes early, and the queue's delay does
 * the rest to the second. Spread by id: 10,000 emails of one second are no bulk at the Scheduler.
 */
const lead_ms = { least: 2 * minute_ms, spread: 10 * minute_ms };

function leadOf(id: Id<'msg'>): number {
  const share = createHash('sha256').update(id).digest().readUInt16BE(0) / 65_536;
  return lead_ms.least + Math.floor(share * lead_ms.spread);
}

/** H6: `scheduled_at` is later than the server's now and at most 90 days ahead; 400 otherwise (Q1: after a replay). */
export function checkScheduledAt(now: number, scheduled_at: string | null): void {
  if (scheduled_at === null) return;
  const ahead = Date.parse(scheduled_at) - now;
  if (ahead > 0 && ahead <= furthest_ms) return;
  const message = ahead > 0 ? 'scheduled_at: at most 90 days ahead' : 'scheduled_at: must be later than now';
  throw invalid([{ path: 'scheduled_at', rule: 'range', message }]);
}

/**
 * Minute of the outbox row: the one after `scheduled_at`, or after now where there is none. A time that
 * will be refused counts as now, so that the row of its draft is swept soon.
 */
export function outboxMinute(now: number, scheduled_at: string | null): number {
  const at = scheduled_at === null ? now : Date.parse(scheduled_at);
  const kept = at > now && at - now <= furthest_ms ? at : now;
  return minuteOf(kept) + 1;
}

/**
 * Minute of the outbox row of an email that is moved to another time. A row before its time stays there, also before the new
 * one: the sweep has yet to publish email.scheduled, or to queue the email.
 */
export function movedMinute(
  now: number,
  before: Pick<EmailMeta, 'outbox' | 'scheduled_at'>,
  scheduled_at: string,
): number {
  if (!isRowAhead(before)) return outboxMinute(now, scheduled_at);
  return Math.min(minuteOf(scheduled_at), Math.max(before.outbox ?? 0, minuteOf(now)));
}

/** Minutes after which a sweep looks at a minute: then the queue's delay reaches the time of the email. */
const swept_min = 1;

/**
 * Minute of the outbox row of an email whose schedule was refused: the sweep that finds it queues the email with a
 * delay. The Scheduler makes few schedules a second: asking again would take the place of others.
 */
export function queueMinute(now: number, scheduled_at: string): number {
  return Math.max(minuteOf(now) + 1, minuteOf(Date.parse(scheduled_at) - queue_ms) - swept_min);
}

/** The queue message of an email; of a scheduled one, the fire of its time. */
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

/** More emails of one account and minute than this, by what this process has seen of them, are a bulk. */
const bulkAbove = { scheduled: 50, batch: 10 };

/**
 * `fireMessage`, marked when it is one of a bulk, of scheduled emails or of a batch: bulk mail has a queue of its own,
 * so that no other mail waits behind it (docs/internals/decisions/0010, 0013).
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

/** Whole seconds until an instant, rounded up: a delayed message comes at its time or up to 1 s later. */
export const secondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000));

export const needsSchedule = (ctx: Base, { scheduled_at }: EmailMeta): boolean =>
  Date.parse(scheduled_at ?? '') - ctx.runtime.now() > queue_ms;

/**
 * Has an email fire: within 14 minutes by a delayed message, else a schedule. Safe to repeat; throws errors of AWS. False
 * where it made a schedule that was not there.
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

/** Whether an email got a schedule when it was accepted for, or moved to, its time. */
export const expectsSchedule = ({ scheduled_at, created_at }: EmailMeta): boolean =>
  Date.parse(scheduled_at ?? created_at) - Date.parse(created_at) > queue_ms;

/**
 * Removes the schedule of an email that no longer needs it. When this fails, its fire is dropped. False where the email
 * should have had one and has none, as far as is known.
 */
export async function disarmSchedule(ctx: Base & Scheduling, email: EmailMeta): Promise<boolean> {
  if (!expectsSchedule(email)) return true;
  return ctx.scheduler.remove(email.id).catch((error: Error) => {
    ctx.log.warn('schedule_not_removed', { email_id: email.id, cause: error.name });
    return true;
  });
}

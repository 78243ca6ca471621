import { minuteOf } from '../../core/days.ts';
import { type Email, isRowAhead } from '../../core/records/emails.ts';
import type { Id } from '../../core/runtime.ts';
import { succeeded } from '../../core/succeeded.ts';
import type { Base, Mail, Publishing, Scheduling, Timeline } from '../context.ts';
import { firstScheduledAt } from '../emails/timeline.ts';
import { publishScheduled } from '../sending/enqueue.ts';
import { armSchedule, needsSchedule, outboxMinute, queueMessage, queueMinute } from '../sending/schedule.ts';

/** Minutes until an outbox row is checked again while its email still waits. */
export const again_min = 10;

/** Up to this age in minutes, email.scheduled may not have been published. */
const unpublished_min = 24 * 60;

export type Swept = { queued: number; dropped: number };

export type At = { minute: number; now_min: number };

type SweepingEmails = Base & Mail & Publishing & Scheduling & Timeline;
type Republishing = Publishing & Timeline;

/**
 * One minute's outbox rows of emails. A row means its email still waits, although its message or schedule
 * should have arrived:
 *
 * | email | action | row |
 * |---|---|---|
 * | missing: the send was refused, or its request died | | deleted |
 * | sent, failed, cancelled, leased, or with another minute's row | publish email.scheduled | deleted |
 * | scheduled more than 14 minutes ahead | publish email.scheduled | to the minute when the queue's delay
 * reaches its time |
 * | scheduled up to 14 minutes ahead | publish email.scheduled, queue with a delay | to the minute after its
 * time |
 * | due | publish email.scheduled, queue | ten minutes later |
 *
 * email.scheduled is published again only if its first publication may have failed, with the same bytes. If a
 * row fails, it stays in place, and this throws after the last row.
 */
export async function sweepEmailRows(ctx: SweepingEmails, ids: Id<'msg'>[], at: At): Promise<Swept> {
  const looked = await Promise.allSettled(ids.map((id) => findWaiting(ctx, id, at)));
  const failed = looked.find(({ status }) => status === 'rejected');
  const waiting = looked.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const ahead = waiting.filter((email) => isAhead(ctx, email));
  const due = waiting.filter((email) => !isAhead(ctx, email));
  const [queued] = await Promise.all([
    queueDue(ctx, due, at),
    ...ahead.map((email) => queueAhead(ctx, email, at)),
  ]);
  // The error is thrown last, so that one row doesn't delay the rest.
  if (failed?.status === 'rejected') throw failed.reason;
  return { queued: queued + ahead.length, dropped: ids.length - waiting.length };
}

/**
 * Handles a scheduled email before its time, because its schedule was refused or email.scheduled was not
 * published.
 */
const isAhead = (ctx: Base, { state, scheduled_at }: Email) =>
  state === 'scheduled' && Date.parse(scheduled_at ?? '') > ctx.runtime.now();

/** Moves a row on and returns its email, or deletes the row and returns null. */
async function findWaiting(ctx: SweepingEmails, id: Id<'msg'>, at: At): Promise<Email | null> {
  const email = await ctx.emails.getMeta(id);
  if (email === null) {
    await ctx.emails.deleteOutboxRow(id, at.minute);
    return null;
  }
  const waits = email.state === 'queued' || email.state === 'scheduled';
  if (!waits || email.outbox !== at.minute) {
    await endRow(ctx, email, at);
    return null;
  }
  // Move the row before queueing, so a later sweep finds it if the message is lost too.
  const next = isAhead(ctx, email) ? minuteAhead(email, at) : at.now_min + again_min;
  await ctx.emails.moveOutboxRow(email, at.minute, next);
  return email;
}

/**
 * When the sweep checks an email again before its time: the next minute, but never after the email's time.
 * After that time, its worker would delete the row (`isRowAhead`), maybe before email.scheduled is published.
 */
const minuteAhead = ({ scheduled_at }: Email, { now_min }: At): number =>
  Math.min(now_min + 1, minuteOf(scheduled_at ?? ''));

/** Queues due emails after email.scheduled. Returns how many. */
async function queueDue(ctx: SweepingEmails, due: Email[], at: At): Promise<number> {
  const published = await Promise.all(due.map((email) => isRepublished(ctx, email, at)));
  const ready = due.filter((_, i) => published[i]);
  await Promise.all(due.filter((_, i) => !published[i]).map((email) => keepUnpublished(ctx, email, at)));
  if (ready.length > 0) await ctx.queues.deliver(ready.map((email) => queueMessage(ctx, email)));
  return ready.length;
}

/**
 * Publishes email.scheduled and, once its time is within the longest queue delay, queues the email without
 * asking the Scheduler again. Then moves the outbox row to its next minute. After a failure, the row stays
 * and is checked again.
 */
async function queueAhead(ctx: SweepingEmails, email: Email, at: At): Promise<void> {
  const isFar = needsSchedule(ctx, email);
  const queued = await succeeded(
    async () => {
      await republishScheduled(ctx, email, at);
      if (!isFar) await armSchedule(ctx, email);
    },
    (cause) => ctx.log.error('scheduled_not_queued', { email_id: email.id, cause }),
  );
  if (!queued) return;
  const minuteFor = isFar ? queueMinute : outboxMinute;
  await ctx.emails.moveOutboxRow(
    email,
    minuteAhead(email, at),
    minuteFor(ctx.runtime.now(), email.scheduled_at ?? ''),
  );
}

/**
 * Publishes email.scheduled if the email is still scheduled, or its row was before its time. A function that
 * died before it created the schedule may not have published it.
 */
async function republishScheduled(ctx: Republishing, email: Email, at: At): Promise<void> {
  const { state, scheduled_at } = email;
  if (state === 'scheduled' || isRowAhead({ outbox: at.minute, scheduled_at }))
    await republish(ctx, email, at);
}

/** Publishes email.scheduled again with the same bytes, if the first publication may have failed. */
async function republish(ctx: Republishing, email: Email, { now_min }: At): Promise<void> {
  if (now_min - minuteOf(email.created_at) >= unpublished_min) return;
  const scheduled_at = firstScheduledAt(email, await ctx.events.listEvents(email.id));
  await publishScheduled(ctx, [{ ...email, scheduled_at, message_id: null }], { repeat: true });
}

const notPublished = (ctx: Base, email: Email) => (cause: string) =>
  ctx.log.error('scheduled_not_published', { email_id: email.id, emails: 1, cause });

/** Returns false on failure. The email waits for its next row and doesn't delay others. */
const isRepublished = (ctx: Base & Republishing, email: Email, at: At): Promise<boolean> =>
  succeeded(() => republishScheduled(ctx, email, at), notPublished(ctx, email));

/**
 * Adds a second row after a late email's next one. The email's own message may still send it, and that worker
 * deletes the row it knows. The sweep then finds the sent email by this row and publishes email.scheduled.
 */
const keepUnpublished = (ctx: Base & Mail, email: Email, { minute, now_min }: At): Promise<boolean> =>
  succeeded(
    () => ctx.emails.setOutboxRowAside(email, minute, now_min + again_min + 1),
    notPublished(ctx, email),
  );

/**
 * Deletes the row of an email that no longer waits, after publishing email.scheduled if needed. If that
 * fails, the row is checked again.
 */
async function endRow(ctx: Base & Mail & Republishing, email: Email, at: At): Promise<void> {
  const { id, scheduled_at } = email;
  const published = await succeeded(
    async () => {
      if (scheduled_at !== null) await republish(ctx, email, at);
    },
    notPublished(ctx, email),
  );
  if (published) await ctx.emails.deleteOutboxRow(id, at.minute);
  else await ctx.emails.postponeOutboxRow(id, at.minute, at.now_min + 1);
}

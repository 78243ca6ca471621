import { minuteOf } from '../../../core/days.ts';
import { type Email, isRowAhead } from '../../../core/records/emails.ts';
import { succeeded } from '../../../core/succeeded.ts';
import type { Base, Mail, Publishing, Scheduling, Timeline } from '../../context.ts';
import { firstScheduledAt } from '../../emails/timeline.ts';
import { publishScheduled } from '../../sending/enqueue.ts';
import {
  armSchedule,
  needsSchedule,
  outboxMinute,
  queueMessage,
  queueMinute,
} from '../../sending/schedule.ts';

/** Minutes after which an outbox row is looked at again, while its email is still waiting. */
export const again_min = 10;

/** The age up to which an email may be one whose email.scheduled was not published, in minutes. */
const unpublished_min = 24 * 60;

export type Swept = { queued: number; dropped: number };

/** The minute of the rows, and the current one. */
export type At = { minute: number; now_min: number };

type SweepingEmails = Base & Mail & Publishing & Scheduling & Timeline;
type Republishing = Publishing & Timeline;

/**
 * The outbox rows of emails in one minute. A row says that its email still waits, and that its message or schedule should
 * have come by now:
 *
 * | the email | is done | the row |
 * |---|---|---|
 * | none: the send was refused, or its request died | | deleted |
 * | sent, failed, cancelled, leased, or with a row of another minute | email.scheduled | deleted |
 * | scheduled for more than 14 minutes ahead | email.scheduled | to the minute in which the queue's delay reaches its time |
 * | scheduled for later | email.scheduled, then queued with a delay | to the next minute |
 * | due | email.scheduled, then queued | ten minutes later |
 *
 * email.scheduled is published again only where its first publication may have failed, with the same bytes (P36).
 */
export async function sweepEmailRows(ctx: SweepingEmails, ids: string[], at: At): Promise<Swept> {
  const looked = await Promise.all(ids.map((id) => findWaiting(ctx, id, at)));
  const waiting = looked.filter((email) => email !== null);
  const ahead = waiting.filter((email) => isAhead(ctx, email));
  const due = waiting.filter((email) => !isAhead(ctx, email));
  const [queued] = await Promise.all([
    queueDue(ctx, due, at),
    ...ahead.map((email) => queueAhead(ctx, email, at)),
  ]);
  return { queued: queued + ahead.length, dropped: ids.length - waiting.length };
}

/** The time of a scheduled email has not come: its schedule was refused, or email.scheduled was not published. */
const isAhead = (ctx: Base, { state, scheduled_at }: Email) =>
  state === 'scheduled' && Date.parse(scheduled_at ?? '') > ctx.runtime.now();

/** The email of a row, which is moved on; null where the row is dropped. */
async function findWaiting(ctx: SweepingEmails, id: string, at: At): Promise<Email | null> {
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
  // Before it is queued: should the message be lost too, a later sweep finds the row again.
  const next = isAhead(ctx, email) ? minuteAhead(email, at) : at.now_min + again_min;
  await ctx.emails.moveOutboxRow(email, at.minute, next);
  return email;
}

/**
 * The minute in which the sweep looks at an email before its time again: the next one, but not behind its time, when its
 * worker deletes the row (`isRowAhead`), though email.scheduled may not be published.
 */
const minuteAhead = ({ scheduled_at }: Email, { now_min }: At): number =>
  Math.min(now_min + 1, minuteOf(scheduled_at ?? ''));

/** Queues emails that are due, after email.scheduled; returns their number. */
async function queueDue(ctx: SweepingEmails, due: Email[], at: At): Promise<number> {
  const published = await Promise.all(due.map((email) => isRepublished(ctx, email, at)));
  const ready = due.filter((_, i) => published[i]);
  await Promise.all(due.filter((_, i) => !published[i]).map((email) => keepUnpublished(ctx, email, at)));
  if (ready.length > 0) await ctx.queues.deliver(ready.map((email) => queueMessage(ctx, email)));
  return ready.length;
}

/**
 * Publishes email.scheduled and, once its time is within the longest delay of the queue, queues the email; the
 * Scheduler is not asked again (P28). Then the outbox row moves to its next minute. After a failure it stays where it is
 * looked at next.
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
 * email.scheduled of what still is, or whose row was before its time: a function that died before its schedule was made
 * may not have emitted it.
 */
async function republishScheduled(ctx: Republishing, email: Email, at: At): Promise<void> {
  const { state, scheduled_at } = email;
  if (state === 'scheduled' || isRowAhead({ outbox: at.minute, scheduled_at }))
    await republish(ctx, email, at);
}

/** Publishes email.scheduled again, while its first publication may have failed: with the same bytes (P36). */
async function republish(ctx: Republishing, email: Email, { now_min }: At): Promise<void> {
  if (now_min - minuteOf(email.created_at) >= unpublished_min) return;
  const scheduled_at = firstScheduledAt(email, await ctx.events.listEvents(email.id));
  await publishScheduled(ctx, [{ ...email, scheduled_at, message_id: null }], { repeat: true });
}

const notPublished = (ctx: Base, email: Email) => (cause: string) =>
  ctx.log.error('scheduled_not_published', { email_id: email.id, emails: 1, cause });

/** False where that failed: the email waits for its next row, and holds up no other one. */
const isRepublished = (ctx: Base & Republishing, email: Email, at: At): Promise<boolean> =>
  succeeded(() => republishScheduled(ctx, email, at), notPublished(ctx, email));

/**
 * A second row behind the next one of a late email: a message of its own may still send it, whose worker deletes the row that
 * it knows. The sweep finds an email that has gone out by this one, and publishes email.scheduled.
 */
const keepUnpublished = (ctx: Base & Mail, email: Email, { minute, now_min }: At): Promise<boolean> =>
  succeeded(
    () => ctx.emails.setOutboxRowAside(email, minute, now_min + again_min + 1),
    notPublished(ctx, email),
  );

/**
 * Drops the row of an email that waits no more, after email.scheduled: the row may be left since that was not published.
 * Where that fails, the row is looked at again.
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

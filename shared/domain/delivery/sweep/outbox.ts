import { minuteOf } from '../../../core/days.ts';
import { type Email, heldRow, isRowAhead } from '../../../core/records/emails.ts';
import { isId } from '../../../core/runtime.ts';
import { succeeded } from '../../../core/succeeded.ts';
import { waitOfName } from '../../../core/wait-names.ts';
import { finishBatch } from '../../batches/finish-batch.ts';
import type {
  Automations,
  Base,
  CustomEvents,
  Identity,
  Lists,
  Mail,
  Publishing,
  Runs,
  Scheduling,
  TenantRemovals,
  Timeline,
  Unsubscribes,
} from '../../context.ts';
import { firstScheduledAt } from '../../emails/timeline.ts';
import { sweepCancellation } from '../../runs/cancel-runs.ts';
import { sweepEvent } from '../../runs/carry-out.ts';
import { sweepRun } from '../../runs/timers.ts';
import { publishScheduled } from '../../sending/enqueue.ts';
import {
  armSchedule,
  needsSchedule,
  outboxMinute,
  queueMessage,
  queueMinute,
} from '../../sending/schedule.ts';
import { sweepRemoval } from '../../tenant-admin/finish-removal.ts';
import { sweepUnsubscribe } from '../../unsubscribe/sweep-unsubscribe.ts';

/** Minutes after which an outbox row is looked at again, while its email is still waiting. */
const again_min = 10;

/** The oldest outbox row that a sweep without a mark looks for, in minutes. */
const horizon_min = 5;

/** The age up to which an email may be one whose email.scheduled was not published, in minutes. */
const unpublished_min = 24 * 60;

/** A request lives 29 s: a draft of an older minute was refused, or its function died. */
const draft_min = 2;

export type SweepingOutbox = Base &
  Automations &
  CustomEvents &
  Identity &
  Lists &
  Mail &
  Publishing &
  Runs &
  Scheduling &
  TenantRemovals &
  Timeline &
  Unsubscribes;

const concurrency = 25;

/**
 * Queues what was accepted and never reached the queue or its schedule, and what was scheduled and never fired
 * (Q15): every outbox row whose minute is over belongs to an email that no worker has leased. Safe to run twice,
 * and late: the lease decides who sends.
 */
export async function sweepOutbox(ctx: SweepingOutbox): Promise<Swept> {
  const now_min = minuteOf(ctx.runtime.now());
  const result = { queued: 0, dropped: 0 };
  for (let minute = (await lastSwept(ctx, now_min)) + 1; minute <= now_min - draft_min; minute++) {
    const ids = await ctx.emails.listOutbox(minute);
    for (let i = 0; i < ids.length; i += concurrency) {
      await sweepRows(ctx, ids.slice(i, i + concurrency), { minute, now_min }, result);
    }
    await ctx.emails.writeSweep(minute);
  }
  return result;
}

/** The mark; the first sweep writes it before it works, so that one that dies is not followed by a later start. */
async function lastSwept(ctx: Mail, now_min: number): Promise<number> {
  const mark = await ctx.emails.readSweep();
  if (mark !== null) return mark;
  await ctx.emails.writeSweep(now_min - horizon_min);
  return now_min - horizon_min;
}

type Swept = { queued: number; dropped: number };

type At = { minute: number; now_min: number };

async function sweepRows(ctx: SweepingOutbox, ids: string[], at: At, result: Swept): Promise<void> {
  const others = ids.filter((id) => !isEmail(id));
  await Promise.all(others.map((id) => sweepOther(ctx, id, at, result)));
  const emails = ids.filter(isEmail);
  const looked = await Promise.all(emails.map((id) => stillWaiting(ctx, id, at)));
  const waiting = looked.filter((one) => one !== null);
  const thatAre = (phase: Waiting['phase']) =>
    waiting.filter((one) => one.phase === phase).map(({ email }) => email);
  const [late, ahead] = [thatAre('late'), thatAre('ahead')];
  // Moved on before they are queued: should the messages be lost too, a later sweep finds the rows again.
  const published = await Promise.all(late.map((email) => isRepublished(ctx, email, at)));
  const ready = late.filter((_, i) => published[i]);
  await Promise.all(late.filter((_, i) => !published[i]).map((email) => keepUnpublished(ctx, email, at)));
  if (ready.length > 0) await ctx.queues.deliver(ready.map((email) => queueMessage(ctx, email)));
  await Promise.all(ahead.map((email) => queueAhead(ctx, email, at)));
  result.queued += ready.length + ahead.length;
  result.dropped += emails.length - waiting.length;
}

/** An email that no worker has leased: before its time, late, or held in its queue behind its time. */
type Waiting = { email: Email; phase: 'ahead' | 'late' | 'held' };

/** Its outbox row is before its time: the schedule was refused, or email.scheduled was not published. */
const isAhead = (ctx: Base, email: Email) =>
  email.state === 'scheduled' && Date.parse(email.scheduled_at ?? '') > ctx.runtime.now();

/**
 * email.scheduled of what still is, or whose row was before its time: a function that died before its schedule was made
 * may not have emitted it.
 */
async function republishScheduled(ctx: Republishing, email: Email, at: At): Promise<void> {
  const { state, scheduled_at } = email;
  if (state === 'scheduled' || isRowAhead({ outbox: at.minute, scheduled_at }))
    await republish(ctx, email, at);
}

type Republishing = Publishing & Timeline;

/** Publishes email.scheduled again, while its first publication may have failed: with the same bytes (P36). */
async function republish(ctx: Republishing, email: Email, { now_min }: At): Promise<void> {
  if (now_min - minuteOf(email.created_at) >= unpublished_min) return;
  const scheduled_at = firstScheduledAt(email, await ctx.events.listEvents(email.id));
  await publishScheduled(ctx, [{ ...email, scheduled_at, message_id: null }], { repeat: true });
}

/** False where that failed: the email waits for its next row, and holds up no other one. */
const isRepublished = (ctx: Base & Republishing, email: Email, at: At): Promise<boolean> =>
  succeeded(
    () => republishScheduled(ctx, email, at),
    (cause) => ctx.log.error('scheduled_not_published', { email_id: email.id, emails: 1, cause }),
  );

/**
 * A second row behind the next one of a late email: a message of its own may still send it, whose worker deletes the row that
 * it knows. The sweep finds an email that has gone out by this one, and publishes email.scheduled.
 */
const keepUnpublished = (ctx: Base & Mail, email: Email, { minute, now_min }: At): Promise<boolean> =>
  succeeded(
    () => ctx.emails.setOutboxRowAside(email, minute, now_min + again_min + 1),
    (cause) => ctx.log.error('scheduled_not_published', { email_id: email.id, emails: 1, cause }),
  );

/**
 * Publishes email.scheduled and, once its time is within the longest delay of the queue, queues the email; the
 * Scheduler is not asked again (P28). Then the outbox row moves to its next minute. After a failure it stays where it is
 * looked at next.
 */
async function queueAhead(ctx: Base & Mail & Republishing & Scheduling, email: Email, at: At): Promise<void> {
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
  const outbox = minuteFor(ctx.runtime.now(), email.scheduled_at ?? '');
  const from = minuteAhead(email, at);
  if (outbox !== from) await ctx.emails.moveOutboxRow(email, from, outbox);
}

/** The email of an outbox row, which is moved on; null where the row is dropped: the email waits no more, or has another row. */
async function stillWaiting(ctx: Base & Mail & Republishing, id: string, at: At): Promise<Waiting | null> {
  const email = await ctx.emails.getMeta(id);
  if (email?.state === 'scheduled' && email.outbox !== null && heldRow(email.outbox) === at.minute)
    return keepHeld(ctx, email, email.outbox);
  const waits = email?.state === 'queued' || email?.state === 'scheduled';
  if (email === null || !waits || email.outbox !== at.minute) {
    await (email === null ? ctx.emails.deleteOutboxRow(id, at.minute) : endRow(ctx, email, at));
    return null;
  }
  const phase = isAhead(ctx, email) ? 'ahead' : 'late';
  const next = phase === 'ahead' ? minuteAhead(email, at) : at.now_min + again_min;
  await ctx.emails.moveOutboxRow(email, at.minute, next);
  return { email, phase };
}

/**
 * The minute in which the sweep looks at an email before its time again: the next one, but not behind its time, when its
 * worker deletes the row (`isRowAhead`), though email.scheduled may not be published.
 */
const minuteAhead = ({ scheduled_at }: Email, { now_min }: At): number =>
  Math.min(now_min + 1, minuteOf(scheduled_at ?? ''));

/** Moves the row of an email that its queue holds for longer than that row, and its `outbox` with it: `heldRow` finds it. */
async function keepHeld(ctx: Mail, email: Email, outbox: number): Promise<Waiting> {
  const row = heldRow(outbox);
  await ctx.emails.moveOutboxRow(email, outbox, row);
  await ctx.emails.setOutboxRowAside(email, row, heldRow(row));
  return { email, phase: 'held' };
}

/**
 * Drops the row of an email that was cancelled, sent or failed, after email.scheduled: the row may be left since that was
 * not published. Where that fails, the row is looked at again.
 */
async function endRow(ctx: Base & Mail & Republishing, email: Email, at: At): Promise<void> {
  const { id, scheduled_at } = email;
  const published = await succeeded(
    async () => {
      if (scheduled_at !== null) await republish(ctx, email, at);
    },
    (cause) => ctx.log.error('scheduled_not_published', { email_id: id, emails: 1, cause }),
  );
  if (published) await ctx.emails.deleteOutboxRow(id, at.minute);
  else await ctx.emails.postponeOutboxRow(id, at.minute, at.now_min + 1);
}

/** Whether it is an email's row, and of nothing else that `sweepOther` knows. */
const isEmail = (id: string) =>
  !(['bat', 'evt', 'ten', 'ae', 'aut'] as const).some((kind) => isId(kind, id)) && waitOfName(id) === null;

type Row = { minute: number; next: number };

/** The work for a row, and the log line where it fails; null: a row of no kind that is known. */
type Work = { run: () => Promise<void>; failed: (cause: string) => void } | null;

function workOf(ctx: SweepingOutbox, id: string, { minute, next }: Row, result: Swept): Work {
  const { log } = ctx;
  if (isId('bat', id))
    return {
      run: () => sweepBatch(ctx, id, { minute, next }, result),
      failed: (cause) => log.error('batch_not_finished', { batch_id: id, cause }),
    };
  if (isId('evt', id))
    return {
      run: () => sweepUnsubscribe(ctx, id, { minute, next }),
      failed: (cause) => log.error('unsubscribe_not_finished', { event_id: id, cause }),
    };
  if (isId('ten', id))
    return {
      run: () => sweepRemoval(ctx, id, minute),
      failed: (cause) => log.error('removal_left', { tenant_id: id, cause }),
    };
  if (isId('ae', id))
    return {
      run: () => sweepEvent(ctx, id, minute),
      failed: (cause) => log.error('event_not_finished', { event_id: id, cause }),
    };
  if (isId('aut', id))
    return {
      run: () => sweepCancellation(ctx, id, minute),
      failed: (cause) => log.error('runs_not_cancelled', { automation_id: id, cause }),
    };
  const wait = waitOfName(id);
  return (
    wait && {
      run: () => sweepRun(ctx, wait, minute),
      failed: (cause) => log.error('wait_not_ended', { run_id: wait.run, cause }),
    }
  );
}

/** A row of a batch, an unsubscribe, a deleted tenant, a custom event, an automation or the wait of a run; repeated later where it fails. */
async function sweepOther(
  ctx: SweepingOutbox,
  id: string,
  { minute, now_min }: At,
  result: Swept,
): Promise<void> {
  const next = now_min + again_min;
  const work = workOf(ctx, id, { minute, next }, result);
  if (work === null || (await succeeded(work.run, work.failed))) return;
  // It may have failed before it moved its row on, and this minute is not looked at again.
  await ctx.emails.postponeOutboxRow(id, minute, next);
}

/** Finishes what a batch decided whose run ended on the way. */
async function sweepBatch(
  ctx: Base & Mail & Timeline & Publishing & Scheduling,
  id: string,
  { minute, next }: Row,
  result: Swept,
): Promise<void> {
  const found = await ctx.batches.read(id);
  if (found === null) {
    await ctx.emails.deleteOutboxRow(id, minute);
    result.dropped++;
    return;
  }
  await ctx.batches.moveOutboxRow(id, found.batch.account, minute, next);
  const queued = await finishBatch(ctx, found.batch, null);
  result.queued += queued;
  await ctx.emails.deleteOutboxRow(id, next);
}

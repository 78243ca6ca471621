import { minuteOf } from '../../core/days.ts';
import { isId } from '../../core/runtime.ts';
import { succeeded } from '../../core/succeeded.ts';
import { waitOfName } from '../../core/wait-names.ts';
import type {
  Attachments,
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
} from '../context.ts';
import { sweepCancellation } from '../runs/cancel-runs.ts';
import { sweepEvent } from '../runs/carry-out.ts';
import { sweepRun } from '../runs/timers.ts';
import { sweepRemoval } from '../tenant-admin/finish-removal.ts';
import { sweepUnsubscribe } from '../unsubscribe/sweep-unsubscribe.ts';
import { type Row, sweepBatchRow } from './batch-rows.ts';
import { type At, again_min, type Swept, sweepEmailRows } from './email-rows.ts';

/** The oldest outbox row that a sweep without a mark looks for, in minutes. */
const horizon_min = 5;

/** A request lives 29 s: a draft of an older minute was refused, or its function died. */
const draft_min = 2;

export type SweepingOutbox = Base &
  Attachments &
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
 * Checks every outbox row whose minute has passed. A row is written together with the work it stands for, and deleted
 * once the work is done, so a row that is due means that a request, a worker, or a message was lost (Q15):
 *
 * 1. From the mark, minute by minute: list the rows. The mark moves on after each minute.
 * 2. Rows of emails: see `sweepEmailRows`.
 * 3. Other rows, by the prefix of their id, in `workOf`. A row whose work fails is looked at again in ten minutes.
 *
 * | id | stands for | work |
 * |---|---|---|
 * | `bat` | a batch | write and queue the emails that are missing: see `sweepBatchRow` |
 * | `att` | an upload | give back its bytes if no email has used it |
 * | `evt` | an unsubscribe | record and publish it |
 * | `ten` | a deleted tenant | remove what it left behind |
 * | `ae` | a custom event | start and resume runs |
 * | `aut` | an automation that was stopped | cancel its runs |
 * | `run…-step` | the wait of a run | resume the run |
 *
 * Safe to run twice or late, because the lease decides who sends.
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

async function sweepRows(ctx: SweepingOutbox, ids: string[], at: At, result: Swept): Promise<void> {
  const others = ids.filter((id) => !isEmail(id));
  await Promise.all(others.map((id) => sweepOther(ctx, id, at, result)));
  const { queued, dropped } = await sweepEmailRows(ctx, ids.filter(isEmail), at);
  result.queued += queued;
  result.dropped += dropped;
}

/** Whether it is an email's row, and of nothing else that `sweepOther` knows. */
const isEmail = (id: string) =>
  !(['att', 'bat', 'evt', 'ten', 'ae', 'aut'] as const).some((kind) => isId(kind, id)) &&
  waitOfName(id) === null;

/** The work for a row, and the log line where it fails; null: a row of no kind that is known. */
type Work = { run: () => Promise<void>; failed: (cause: string) => void } | null;

function workOf(ctx: SweepingOutbox, id: string, { minute, next }: Row, result: Swept): Work {
  const { log } = ctx;
  if (isId('bat', id))
    return {
      run: () => sweepBatchRow(ctx, id, { minute, next }, result),
      failed: (cause) => log.error('batch_not_finished', { batch_id: id, cause }),
    };
  if (isId('att', id))
    return {
      run: () => ctx.attachments.giveBackUnused(id, minute),
      failed: (cause) => log.error('upload_not_given_back', { attachment_id: id, cause }),
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

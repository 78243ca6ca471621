import { minuteOf } from '../../core/days.ts';
import { type Id, isId } from '../../core/runtime.ts';
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
 * Checks every outbox row whose minute ended at least a minute ago. A row is written before the work it stands for, and
 * deleted once the work is done or under way, so a row that is due means that a request, a worker, or a message was
 * lost. Minute by minute from the mark:
 *
 * 1. List the minute's rows.
 * 2. Rows of emails: see `sweepEmailRows`. Others, by the prefix of their id, in `worked`:
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
 * | any other | work of a later release, before a rollback | none: the row waits for that release |
 *
 * 3. Move the mark on, unless an email's row failed: the next sweep begins at its minute again. Other rows that fail
 *    are looked at again in ten minutes. Neither holds up the rest.
 *
 * Safe to run twice or late, because the lease decides who sends.
 */
export async function sweepOutbox(ctx: SweepingOutbox): Promise<Swept> {
  const now_min = minuteOf(ctx.runtime.now());
  const result = { queued: 0, dropped: 0 };
  const failures: unknown[] = [];
  for (let minute = (await lastSwept(ctx, now_min)) + 1; minute <= now_min - draft_min; minute++) {
    const ids = await ctx.emails.listOutbox(minute);
    for (let i = 0; i < ids.length; i += concurrency) {
      const rows = ids.slice(i, i + concurrency);
      await sweepRows(ctx, rows, { minute, now_min }, result).catch((error) => failures.push(error));
    }
    if (failures.length === 0) await ctx.emails.writeSweep(minute);
  }
  if (failures.length > 0) throw failures[0];
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
  const emails = ids.filter(isEmail);
  const others = ids.filter((id) => !isEmail(id));
  const row = { minute: at.minute, next: at.now_min + again_min };
  await Promise.all(others.map((id) => sweepOther(ctx, id, row, result)));
  const { queued, dropped } = await sweepEmailRows(ctx, emails, at);
  result.queued += queued;
  result.dropped += dropped;
}

const isEmail = (id: string): id is Id<'msg'> => id.startsWith('msg_');

/** A failed row may not have been moved yet, and its minute is not looked at again. */
async function sweepOther(ctx: SweepingOutbox, id: string, row: Row, result: Swept): Promise<void> {
  if (!(await worked(ctx, id, row, result))) await ctx.emails.postponeOutboxRow(id, row.minute, row.next);
}

/** Whether the work for a row succeeded. */
function worked(ctx: SweepingOutbox, id: string, row: Row, result: Swept): Promise<boolean> {
  const { log } = ctx;
  const { minute } = row;
  if (isId('bat', id))
    return succeeded(
      () => sweepBatchRow(ctx, id, row, result),
      (cause) => log.error('batch_not_finished', { batch_id: id, cause }),
    );
  if (isId('att', id))
    return succeeded(
      () => ctx.attachments.giveBackUnused(id, minute),
      (cause) => log.error('upload_not_given_back', { attachment_id: id, cause }),
    );
  if (isId('evt', id))
    return succeeded(
      () => sweepUnsubscribe(ctx, id, row),
      (cause) => log.error('unsubscribe_not_finished', { event_id: id, cause }),
    );
  if (isId('ten', id))
    return succeeded(
      () => sweepRemoval(ctx, id, minute),
      (cause) => log.error('removal_left', { tenant_id: id, cause }),
    );
  if (isId('ae', id))
    return succeeded(
      () => sweepEvent(ctx, id, minute),
      (cause) => log.error('event_not_finished', { event_id: id, cause }),
    );
  if (isId('aut', id))
    return succeeded(
      () => sweepCancellation(ctx, id, minute),
      (cause) => log.error('runs_not_cancelled', { automation_id: id, cause }),
    );
  const wait = waitOfName(id);
  if (wait !== null)
    return succeeded(
      () => sweepRun(ctx, wait, minute),
      (cause) => log.error('wait_not_ended', { run_id: wait.run, cause }),
    );
  return succeeded(
    () => Promise.reject(new TypeError('an outbox row of a later release')),
    (cause) => log.error('outbox_row_left', { id, cause }),
  );
}

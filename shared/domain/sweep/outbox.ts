import { minuteOf } from '../../core/days.ts';
import { chunksOf } from '../../core/in-parallel.ts';
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

/** How many minutes back a sweep without a mark looks for outbox rows. */
const horizon_min = 5;

/**
 * A request takes at most 29 s. So if a draft is from an older minute, it was refused or its function died.
 */
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
 * Checks every outbox row whose minute ended at least a minute ago. A row is written before its work and
 * deleted once the work is done or in progress, so a due row means that a request, worker, or message was
 * lost. Minute by minute from the mark:
 *
 * 1. List the minute's rows.
 * 2. For emails, see `sweepEmailRows`. `worked` handles other rows by id prefix:
 *
 * | id | stands for | work |
 * |---|---|---|
 * | `bat` | a batch | write and queue missing emails: see `sweepBatchRow` |
 * | `att` | an upload | give back its bytes if no email used it |
 * | `evt` | an unsubscribe | record and publish it |
 * | `ten` | a deleted tenant | delete what it left behind |
 * | `ae` | a custom event | start and resume runs |
 * | `aut` | a stopped automation | cancel its runs |
 * | `run…-step` | a run's wait | resume the run |
 * | any other | a later release's work, before a rollback | none: the row waits for that release |
 *
 * 3. Move the mark on, unless an email's row failed; the next sweep then starts at that minute. Other failed
 * rows
 *    are checked again in ten minutes. Neither delays the rest.
 *
 * Safe to run twice or late, because the lease decides who sends.
 */
export async function sweepOutbox(ctx: SweepingOutbox): Promise<Swept> {
  const now_min = minuteOf(ctx.runtime.now());
  const result = { queued: 0, dropped: 0 };
  const failures: unknown[] = [];
  for (let minute = (await lastSwept(ctx, now_min)) + 1; minute <= now_min - draft_min; minute++) {
    const ids = await ctx.emails.listOutbox(minute);
    for (const rows of chunksOf(ids, concurrency))
      await sweepRows(ctx, rows, { minute, now_min }, result).catch((error) => failures.push(error));
    if (failures.length === 0) await ctx.emails.writeSweep(minute);
  }
  if (failures.length > 0) throw failures[0];
  return result;
}

/**
 * The last swept minute. The first sweep writes it before working, so a crash can't make the next sweep start
 * later.
 */
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

/** A failed row may not have moved yet, and its minute isn't checked again. */
async function sweepOther(ctx: SweepingOutbox, id: string, row: Row, result: Swept): Promise<void> {
  if (!(await worked(ctx, id, row, result))) await ctx.emails.postponeOutboxRow(id, row.minute, row.next);
}

/** Whether a row's work succeeded. */
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

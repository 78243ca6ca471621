import type { Batch } from '../../core/records/emails.ts';
import type { Id } from '../../core/runtime.ts';
import { finishBatch } from '../batches/finish-batch.ts';
import { recordsOf, unseen_min } from '../batches/send-batch.ts';
import type { Base, Mail, Publishing, Queueing, Scheduling, Timeline } from '../context.ts';
import { queueMessage } from '../sending/schedule.ts';
import type { Swept } from './email-rows.ts';

/** The row's minute, and the minute of its next check. */
export type Row = { minute: number; next: number };

/**
 * A batch's outbox row, which covers all of its emails:
 *
 * | batch | its row | action | row afterwards |
 * |---|---|---|---|
 * | missing: the request was refused, or died | | | deleted |
 * | unfinished | unmarked | write and queue what is missing | marked, 20 minutes from now |
 * | finished, some emails never leased | marked | queue these | ten minutes from now |
 * | finished, every email leased once | marked | | deleted |
 *
 * Only the mark says a batch is finished, because an unmarked row may have been postponed to any minute.
 */
export async function sweepBatchRow(
  ctx: Base & Mail & Timeline & Publishing & Scheduling,
  id: Id<'bat'>,
  { minute, next }: Row,
  result: Swept,
): Promise<void> {
  const found = await ctx.batches.read(id);
  if (found === null) {
    await ctx.emails.deleteOutboxRow(id, minute);
    result.dropped++;
    return;
  }
  const { batch } = found;
  if (await ctx.batches.isFinished(id, minute)) return sweepUnseen(ctx, batch, { minute, next }, result);
  await ctx.batches.moveOutboxRow(id, batch.account, minute, next);
  // `result` is shared by concurrent rows, so it is read only after the call.
  const queued = await finishBatch(ctx, batch, null);
  result.queued += queued;
  await ctx.batches.keepFinishedRow(batch, next, next + unseen_min);
}

async function sweepUnseen(
  ctx: Base & Mail & Queueing,
  batch: Batch,
  { minute, next }: Row,
  result: Swept,
): Promise<void> {
  const unseen = await ctx.batches.unseenEmails(recordsOf(batch));
  if (unseen.length === 0) return ctx.emails.deleteOutboxRow(batch.id, minute);
  await ctx.batches.keepFinishedRow(batch, minute, next);
  await ctx.queues.deliver(unseen.map((email) => queueMessage(ctx, email)));
  result.queued += unseen.length;
}

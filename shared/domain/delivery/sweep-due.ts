import type { Email } from '../../core/records.ts';
import type { Context } from '../context.ts';

/** Minutes a due row is looked after again, while its email is still waiting. */
const again_min = 10;

/** The oldest due row that a sweep without a mark looks for, in minutes. */
const horizon_min = 5;

/** A request lives 29 s: a draft of an older minute was refused, or its function died. */
const draft_min = 2;

/**
 * Queues what was accepted and never reached the queue (Q15): every due row whose minute is over belongs to an
 * email that no worker has leased. Safe to run twice, and late: the lease decides who sends.
 */
export async function sweepDue(ctx: Context): Promise<{ queued: number; dropped: number }> {
  const now_min = Math.floor(ctx.runtime.now() / 60_000);
  const last = (await ctx.emails.readSweep()) ?? now_min - horizon_min;
  const result = { queued: 0, dropped: 0 };
  for (let minute = last + 1; minute <= now_min - draft_min; minute++) {
    for (const id of await ctx.emails.listDue(minute)) await sweepOne(ctx, id, { minute, now_min }, result);
    await ctx.emails.writeSweep(minute);
  }
  return result;
}

async function sweepOne(
  ctx: Context,
  id: string,
  at: { minute: number; now_min: number },
  result: { queued: number; dropped: number },
): Promise<void> {
  const email: Email | null = await ctx.emails.getMeta(id);
  if (email === null || email.due !== at.minute || email.state !== 'queued') {
    await ctx.emails.deleteDue(id, at.minute);
    result.dropped++;
    return;
  }
  // Moved on before it is queued: should the message be lost too, a later sweep finds the row again.
  await ctx.emails.moveDue(id, at.minute, at.now_min + again_min);
  await ctx.queues.deliver([{ id, account: email.account }]);
  result.queued++;
}

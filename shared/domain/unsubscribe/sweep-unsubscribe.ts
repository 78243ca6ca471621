import type { PendingUnsubscribe } from '../../core/records/lists.ts';
import type { Id } from '../../core/runtime.ts';
import type { Lists, Publishing, Unsubscribes } from '../context.ts';
import { publishUnsubscribed, type UnsubscribeEntry } from './publish-unsubscribed.ts';

/** The entry this very request wrote. Null if it wrote none, or the entry was deleted since. */
async function entryOf(ctx: Lists, row: PendingUnsubscribe): Promise<UnsubscribeEntry | null> {
  if (row.category !== null) {
    const opt_outs = await ctx.opt_outs.get(row, row.address);
    const opt_out = opt_outs.find(({ id }) => id === row.entry_id);
    return opt_out ? { opt_out } : null;
  }
  const suppression = await ctx.suppressions.get(row, row.address);
  const { at, email_id } = suppression?.unsubscribed ?? {};
  return suppression && at === row.at && email_id === row.email_id ? { suppression } : null;
}

/** Emits the event of an entry whose function died before emitting it. Safe to repeat. */
export async function sweepUnsubscribe(
  ctx: Lists & Unsubscribes & Publishing,
  id: Id<'evt'>,
  { minute, next }: { minute: number; next: number },
): Promise<void> {
  const row = await ctx.pending_unsubscribes.get(id, minute);
  if (row === null) return;
  // Move the row first, so a later sweep finds it again if this run dies too.
  await ctx.pending_unsubscribes.put(row, next);
  await ctx.pending_unsubscribes.delete(id, minute);
  const entry = await entryOf(ctx, row);
  if (entry !== null) await publishUnsubscribed(ctx, row, entry, { repeat: true });
  await ctx.pending_unsubscribes.delete(id, next);
}

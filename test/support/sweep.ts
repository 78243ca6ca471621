import type { Context } from '../../shared/domain/context.ts';
import { sweepOutbox } from '../../shared/domain/delivery/sweep/outbox.ts';

/** The sweep as it runs minutes later, for these outbox rows only: the table has those of other tests. */
export async function sweepOf(ctx: Context, isMine: (id: string) => boolean | Promise<boolean>) {
  const listOutbox = async (minute: number) => {
    const found = await ctx.emails.listOutbox(minute);
    const mine = await Promise.all(found.map(isMine));
    return found.filter((_, i) => mine[i]);
  };
  const emails = { ...ctx.emails, readSweep: async () => null, writeSweep: async () => {}, listOutbox };
  return sweepOutbox({ ...ctx, emails });
}

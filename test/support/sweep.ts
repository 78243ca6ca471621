import type { Context } from '../../shared/domain/context.ts';
import { sweepDue } from '../../shared/domain/delivery/sweep-due.ts';

/** The sweep as it runs minutes later, for these due rows only: the table has those of other tests. */
export async function sweepOf(ctx: Context, isMine: (id: string) => boolean | Promise<boolean>) {
  const listDue = async (minute: number) => {
    const found = await ctx.emails.listDue(minute);
    const mine = await Promise.all(found.map(isMine));
    return found.filter((_, i) => mine[i]);
  };
  const emails = { ...ctx.emails, readSweep: async () => null, writeSweep: async () => {}, listDue };
  return sweepDue({ ...ctx, emails });
}

import { minuteOf } from '../../shared/core/days.ts';
import type { Context } from '../../shared/domain/context.ts';
import { sweepOutbox } from '../../shared/domain/sweep/outbox.ts';
import { passing } from './mortal.ts';

type IsMine = (id: string) => boolean | Promise<boolean>;

/**
 * The sweep over only these outbox rows, with its own mark from `mark` (a minute) on. The table's mark and other rows
 * belong to concurrent tests.
 */
export function ownSweep(ctx: Context, isMine: IsMine, mark: number | null) {
  let swept = mark;
  const listOutbox = async (minute: number) => {
    const found = await ctx.emails.listOutbox(minute);
    const mine = await Promise.all(found.map(isMine));
    return found.filter((_, i) => mine[i]);
  };
  const writeSweep = (minute: number) =>
    passing(async () => {
      swept = minute;
    });
  const emails = { ...ctx.emails, readSweep: async () => swept, writeSweep, listOutbox };
  return () => sweepOutbox({ ...ctx, emails });
}

/** A test writes its rows and sweeps them within this many minutes, including those by which it moves its clock. */
const room_min = 12;

/** The sweep as it runs minutes later, for only these outbox rows. */
export const sweepOf = (ctx: Context, isMine: IsMine) =>
  ownSweep(ctx, isMine, minuteOf(ctx.runtime.now()) - room_min)();

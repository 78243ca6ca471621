import { minuteOf } from '../../shared/core/days.ts';
import type { Context } from '../../shared/domain/context.ts';
import { sweepOutbox } from '../../shared/domain/sweep/outbox.ts';
import { passing } from './mortal.ts';

type IsMine = (id: string) => boolean | Promise<boolean>;

/**
 * The sweep over these outbox rows only, with a mark of its own from `mark` (a minute) on: the table's mark and its other
 * rows belong to the tests that run beside this one.
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

/** A test writes its rows and sweeps them within so many minutes, those included by which it moves its clock. */
const room_min = 12;

/** The sweep as it runs minutes later, for these outbox rows only. */
export const sweepOf = (ctx: Context, isMine: IsMine) =>
  ownSweep(ctx, isMine, minuteOf(ctx.runtime.now()) - room_min)();

import { dayOf, endOfDay, endOfMonth } from '../core/days.ts';
import type { ExceededLimit, LimitCounts, PlanLimit } from '../core/records/limits.ts';
import { keys } from './schema.ts';
import { absent, type Expression, type Item, type Update } from './table.ts';
import { setFields } from './updates.ts';

const calendar = (now: number) => ({
  day: dayOf(now),
  month: dayOf(now).slice(0, 7),
  next_day: endOfDay(now),
  next_month: endOfMonth(now),
});

export function planCountsOf(item: Item): LimitCounts {
  const { day, day_used, month, month_used } = item as unknown as LimitCounts;
  return { day, day_used, month, month_used };
}

/** Use of the current day and month; counts of an earlier one no longer count. */
function usedOf(counts: LimitCounts | null, now: number) {
  const { day, month } = calendar(now);
  const sameMonth = counts !== null && counts.month >= month;
  const sameDay = counts !== null && counts.day >= day;
  return {
    sameMonth,
    sameDay,
    used: { day: sameDay ? counts.day_used : 0, month: sameMonth ? counts.month_used : 0 },
  };
}

/** The part of a limit that may be used: all of it, or less, to leave room for others. */
export type Within = (limit: number) => number;

export const whole: Within = (limit) => limit;

type Counted = PlanLimit & { counts: LimitCounts | null };

/** Whether a send would pass the limit, of the month before that of the day (A38, Q41). `before`: sends before it. */
export function planExceeded(
  limit: Counted,
  before: number,
  now: number,
  within: Within,
): ExceededLimit | null {
  const { owner, kind, recipients, month_limit, day_limit, counts } = limit;
  const { next_day, next_month } = calendar(now);
  const { used } = usedOf(counts, now);
  const over = (max: number | null, count: number): max is number =>
    max !== null && count + recipients > within(max);
  const [day, month] = [used.day + before, used.month + before];
  const base = { owner, kind, recipients };
  if (over(month_limit, month))
    return { ...base, limit: month_limit, used: month, period: 'month', resets_at: next_month };
  if (over(day_limit, day))
    return { ...base, limit: day_limit, used: day, period: 'day', resets_at: next_day };
  return null;
}

/**
 * The update that counts `n` recipients on the limit's UTC day and month. It is built on the counts that were read: the
 * condition holds only while day and month are still those, and repeats the limits itself.
 */
export function planWrite(
  { owner, kind, counts, ...limit }: Counted,
  n: number,
  now: number,
  within: Within = whole,
): Update {
  const { day, month } = calendar(now);
  const { sameDay, sameMonth } = usedOf(counts, now);
  const base = { update: keys.limit(owner, kind), names: { '#day': 'day', '#month': 'month' } };
  const room = (max: number | null) => (max === null ? Number.MAX_SAFE_INTEGER : within(max)) - n;
  const values = { ':n': n, ':month': counts?.month, ':month_room': room(limit.month_limit) };
  if (sameDay && counts !== null)
    return {
      ...base,
      expression: 'ADD day_used :n, month_used :n',
      condition: '#day = :day AND #month = :month AND day_used <= :day_room AND month_used <= :month_room',
      values: { ...values, ':day': counts.day, ':day_room': room(limit.day_limit) },
    };
  if (sameMonth && counts !== null)
    return {
      ...base,
      expression: 'SET #day = :day, day_used = :n ADD month_used :n',
      condition: '#day = :read AND #month = :month AND month_used <= :month_room',
      values: { ...values, ':day': day, ':read': counts.day },
    };
  const unchanged: Expression =
    counts === null
      ? { condition: absent }
      : { condition: '#month = :read', values: { ':read': counts.month } };
  return setFields(keys.limit(owner, kind), { day, day_used: n, month, month_used: n }, unchanged);
}

/** Takes back the count of a `planWrite` on a day that had begun, while it is still that day. */
export const undoPlanWrite = ({ update, values = {} }: Update): Update => ({
  update,
  names: { '#day': 'day' },
  expression: 'ADD day_used :less, month_used :less',
  condition: '#day = :day',
  values: { ':less': -(values[':n'] as number), ':day': values[':day'] },
});

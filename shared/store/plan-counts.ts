import { dayOf, endOfDay, endOfMonth } from '../core/days.ts';
import type { ExceededLimit, LimitCounts, PlanLimit, PlanUse } from '../core/records/limits.ts';
import type { Id } from '../core/runtime.ts';
import { keys } from './schema.ts';
import { absent, type Expression, type Item, type Update } from './table.ts';
import { setFields } from './updates.ts';

const monthOf = (now: number) => dayOf(now).slice(0, 7);

export function planCountsOf(item: Item): LimitCounts {
  const { day, day_used, month, month_used } = item as unknown as LimitCounts;
  return { day, day_used, month, month_used };
}

/** How much of a limit may be used. All of it, or less to keep some in reserve. */
export type Within = (limit: number) => number;

export const fullLimit: Within = (limit) => limit;

type Counted = PlanLimit & { counts: LimitCounts | null };

/**
 * Whether a send would exceed the limit. The month is checked before the day. `before` counts the sends
 * before it.
 */
export function planExceeded(of: Counted, before: number, now: number, within: Within): ExceededLimit | null {
  const { owner, kind, recipients, month_limit, day_limit, counts } = of;
  // Counts of an earlier day or month don't apply.
  const used_day = counts !== null && counts.day >= dayOf(now) ? counts.day_used : 0;
  const used_month = counts !== null && counts.month >= monthOf(now) ? counts.month_used : 0;
  const over = (max: number | null, count: number): max is number =>
    max !== null && count + recipients > within(max);
  const [day, month] = [used_day + before, used_month + before];
  const base = { owner, kind, recipients };
  if (over(month_limit, month))
    return { ...base, limit: month_limit, used: month, period: 'month', resets_at: endOfMonth(now) };
  if (over(day_limit, day))
    return { ...base, limit: day_limit, used: day, period: 'day', resets_at: endOfDay(now) };
  return null;
}

/**
 * The conditional update that counts `n` recipients on the limit's UTC day and month. It builds on the counts
 * that were read: the condition requires the same day and month, and repeats the limits.
 */
export function planWrite(limit: Counted, n: number, now: number, within = fullLimit): Update {
  const { owner, kind, counts } = limit;
  const [day, month] = [dayOf(now), monthOf(now)];
  const base = { update: keys.limit(owner, kind), names: { '#day': 'day', '#month': 'month' } };
  const room = (max: number | null) => (max === null ? Number.MAX_SAFE_INTEGER : within(max)) - n;
  const values = { ':n': n, ':month': counts?.month, ':month_room': room(limit.month_limit) };
  if (counts !== null && counts.day >= day)
    return {
      ...base,
      expression: 'ADD day_used :n, month_used :n',
      condition: '#day = :day AND #month = :month AND day_used <= :day_room AND month_used <= :month_room',
      values: { ...values, ':day': counts.day, ':day_room': room(limit.day_limit) },
    };
  if (counts !== null && counts.month >= month)
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

/**
 * Raises the counts to at least `used`, for recipients of the UTC day and month that were sent while no limit
 * applied. Null if they are already that high, or if another clock has begun the next day.
 */
export function planRaise(
  account: Id<'acc'>,
  counts: LimitCounts | null,
  used: PlanUse,
  now: number,
): Update | null {
  const [day, month] = [dayOf(now), monthOf(now)];
  if (counts !== null && counts.day > day) return null;
  const known = {
    day: counts?.day === day ? counts.day_used : 0,
    month: counts?.month === month ? counts.month_used : 0,
  };
  if (known.day >= used.day && known.month >= used.month) return null;
  const unchanged: Expression =
    counts === null
      ? { condition: absent }
      : {
          condition: '#day = :read AND #day_used = :read_day AND #month_used = :read_month',
          values: { ':read': counts.day, ':read_day': counts.day_used, ':read_month': counts.month_used },
        };
  const day_used = Math.max(known.day, used.day);
  const month_used = Math.max(known.month, used.month);
  return setFields(keys.limit(account, 'plan'), { day, day_used, month, month_used }, unchanged);
}

/**
 * The updates that undo a `planWrite`: from day and month while it is still that day, or only from the month
 * on a later day.
 */
export function undoPlanWrite({ update, names, values = {} }: Update): Update[] {
  const { ':n': n, ':day': day, ':month': month } = values;
  const less = { ':less': -(n as number), ':day': day };
  return [
    {
      update,
      names: { '#day': 'day' },
      expression: 'ADD day_used :less, month_used :less',
      condition: '#day = :day',
      values: less,
    },
    {
      update,
      names,
      expression: 'ADD month_used :less',
      condition: '#day > :day AND #month = :month',
      values: { ...less, ':month': month },
    },
  ];
}

import type { CountedLimit, ExceededLimit, Limit, LimitCounts } from '../core/records/limits.ts';
import { keys } from './schema.ts';
import type { Item, Write } from './table.ts';

const day_ms = 86_400_000;

/** UTC day and month of a moment, and when the next ones begin. */
function calendar(now: number) {
  const iso = new Date(now).toISOString();
  const [year = 0, month = 0] = iso.split('-').map(Number);
  return {
    day: iso.slice(0, 10),
    month: iso.slice(0, 7),
    next_day: new Date((Math.floor(now / day_ms) + 1) * day_ms).toISOString(),
    next_month: new Date(Date.UTC(year, month, 1)).toISOString(),
  };
}

/** Names a limit within a transaction: one item, however many sends count on it. */
export const labelOf = ({ owner, kind }: Pick<Limit, 'owner' | 'kind'>) => `limit ${owner} ${kind}`;

/** The counts of a limit's item; null where nothing was counted yet. */
export function countsOf(item: Item | null): LimitCounts | null {
  if (item === null) return null;
  const { day, day_used, month, month_used } = item as unknown as LimitCounts;
  return { day, day_used, month, month_used };
}

/** What is used of the current day and month; counts of an earlier one no longer count. */
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

/** Whether a send would pass the limit, of the month before that of the day (A38, Q41). */
function exceededBy(limit: Limit, used: { day: number; month: number }, now: number): ExceededLimit | null {
  const { owner, kind, recipients, month_limit, day_limit } = limit;
  const { next_day, next_month } = calendar(now);
  const over = (most: number | null, count: number): most is number =>
    most !== null && count + recipients > most;
  const base = { owner, kind, recipients };
  if (over(month_limit, used.month))
    return { ...base, limit: month_limit, used: used.month, period: 'month', resets_at: next_month };
  if (over(day_limit, used.day))
    return { ...base, limit: day_limit, used: used.day, period: 'day', resets_at: next_day };
  return null;
}

/**
 * The conditional update that counts `limit.recipients` on its UTC day and month. It is built on the counts that
 * were read: the condition holds only while day and month are still those, and repeats the limits itself.
 */
function countWrite(limit: Limit, counts: LimitCounts | null, now: number): Write {
  const { day, month } = calendar(now);
  const { sameDay, sameMonth } = usedOf(counts, now);
  const base = {
    label: labelOf(limit),
    update: keys.limit(limit.owner, limit.kind),
    names: { '#day': 'day', '#month': 'month' },
  };
  const n = { ':n': limit.recipients };
  const room = (most: number | null) => (most ?? Number.MAX_SAFE_INTEGER) - limit.recipients;
  if (sameDay && counts !== null)
    return {
      ...base,
      expression: 'ADD day_used :n, month_used :n',
      condition: '#day = :day AND #month = :month AND day_used <= :day_room AND month_used <= :month_room',
      values: {
        ...n,
        ':day': counts.day,
        ':month': counts.month,
        ':day_room': room(limit.day_limit),
        ':month_room': room(limit.month_limit),
      },
    };
  if (sameMonth && counts !== null)
    return {
      ...base,
      expression: 'SET #day = :day, day_used = :n ADD month_used :n',
      condition: '#day = :read AND #month = :month AND month_used <= :month_room',
      values: {
        ...n,
        ':read': counts.day,
        ':month': counts.month,
        ':day': day,
        ':month_room': room(limit.month_limit),
      },
    };
  const expression = 'SET #day = :day, day_used = :n, #month = :month, month_used = :n';
  const values = { ...n, ':day': day, ':month': month };
  if (counts === null) return { ...base, expression, condition: 'attribute_not_exists(pk)', values };
  return { ...base, expression, condition: '#month = :read', values: { ...values, ':read': counts.month } };
}

/** What a number of sends adds to their limits. */
export type Counted = {
  /** By send, the first of its limits that refuses it; null: it is counted. */
  exceeded: (ExceededLimit | null)[];
  /** One part of the transaction per limit, labelled by `labelOf`: all sends that it counts. */
  counts: Write[];
};

/**
 * Counts sends in their order, each whole on all of its limits or on none: one that does not fit is refused, and a
 * smaller one after it may still fit (Q25).
 */
export function countSends(sends: CountedLimit[][], now: number): Counted {
  const added = new Map<string, CountedLimit>();
  const refusing = (limit: CountedLimit) => {
    const { used } = usedOf(limit.counts, now);
    const before = added.get(labelOf(limit))?.recipients ?? 0;
    return exceededBy(limit, { day: used.day + before, month: used.month + before }, now);
  };
  const exceeded = sends.map((limits) => {
    const refusal = limits.map(refusing).find((one) => one !== null);
    if (refusal) return refusal;
    for (const limit of limits) {
      const before = added.get(labelOf(limit))?.recipients ?? 0;
      added.set(labelOf(limit), { ...limit, recipients: before + limit.recipients });
    }
    return null;
  });
  return { exceeded, counts: [...added.values()].map((limit) => countWrite(limit, limit.counts, now)) };
}

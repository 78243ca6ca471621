import { byName } from '../core/by-name.ts';
import { dayOf, endOfDay } from '../core/days.ts';
import { type DayOutcomes, isCompleted, rampLimits, rampOn, type Stream, streams } from '../core/ramp.ts';
import { noOutcomes } from '../core/rates.ts';
import type { ExceededLimit, RampCounts, RampLimit } from '../core/records/limits.ts';
import { fullLimit, type Within } from './plan-counts.ts';
import { keys } from './schema.ts';
import { absent, type Item, type Update } from './table.ts';

export function rampCountsOf(item: Item): RampCounts {
  const { day, stage, transactional, product } = item as unknown as RampCounts;
  return { day, stage, transactional, product, outcomes: null };
}

/** Outcomes from the item with a day's counters, or zeros without it. A block is not a bounce. */
export function outcomesOf(item: Item | null): DayOutcomes {
  if (item === null) return noOutcomes;
  const count = (name: string) => Number(item[name] ?? 0);
  return {
    delivered: count('delivered'),
    bounced: count('bounced') - count('blocked'),
    complained: count('complained'),
  };
}

type Counted = RampLimit & { counts: RampCounts | null };

/** Recipients that earlier sends add to the same limit. */
export type Added = Record<Stream, number>;

/** Whether the item's day is over and its outcomes, which decide the stage, aren't read yet. */
export const needsOutcomes = ({ counts }: Counted, now: number): boolean =>
  counts !== null && counts.outcomes === null && counts.day < dayOf(now);

/** The day's counts. The stage depends on the emails accepted on the last day of use. */
const rampToday = ({ kind, counts }: Counted, now: number) =>
  rampOn(kind, dayOf(now), counts, counts?.outcomes ?? noOutcomes);

/**
 * Whether a send would exceed a tenant's daily_limit, which both streams share, or the stream's ramp limit.
 * `before` counts the recipients of earlier sends.
 */
export function rampExceeded(of: Counted, before: Added, now: number, within: Within): ExceededLimit | null {
  const { owner, kind, recipients, stream, daily_limit } = of;
  const ramp = rampToday(of, now);
  const base = { owner, kind, recipients, stream, resets_at: endOfDay(now) };
  const used = byName(streams, (name) => ramp[name] + before[name]);
  const both = used.transactional + used.product;
  if (daily_limit !== null && both + recipients > within(daily_limit))
    return { ...base, limit: daily_limit, used: both, stage: null };
  const max = rampLimits(kind, ramp.stage)[stream];
  if (isCompleted(kind, ramp.stage) || used[stream] + recipients <= within(max)) return null;
  return { ...base, limit: max, used: used[stream], stage: ramp.stage };
}

/**
 * The conditional update that counts recipients of both streams on the UTC day. A new day starts with the
 * stage that follows from the previous day. Null if no limit applies, so a completed ramp without a
 * daily_limit costs no write. `total` covers both streams, because a condition can't add attributes.
 */
export function rampWrite(limit: Counted, added: Added, now: number, within = fullLimit): Update | null {
  const { owner, kind, counts, daily_limit } = limit;
  const ramp = rampToday(limit, now);
  const over = isCompleted(kind, ramp.stage);
  if (over && daily_limit === null && counts?.stage === ramp.stage) return null;
  const n = added.transactional + added.product;
  const update = keys.limit(owner, kind);
  const names = { '#day': 'day', '#total': 'total' };
  const values = { ':transactional': added.transactional, ':product': added.product, ':n': n };
  if (counts === null || counts.day !== ramp.day)
    return {
      update,
      names,
      expression:
        'SET #day = :day, stage = :stage, transactional = :transactional, product = :product, #total = :n',
      ...unchanged(counts, { ...values, ':day': ramp.day, ':stage': ramp.stage }),
    };
  const limits = rampLimits(kind, ramp.stage);
  const bound = over ? [] : streams.filter((stream) => added[stream] > 0);
  const rooms = bound.map((stream) => [`:${stream}_room`, within(limits[stream]) - added[stream]]);
  return {
    update,
    names,
    expression: 'ADD transactional :transactional, product :product, #total :n',
    condition: [
      '#day = :day AND stage = :stage AND #total <= :room',
      ...bound.map((stream) => `${stream} <= :${stream}_room`),
    ].join(' AND '),
    values: {
      ...values,
      ':day': ramp.day,
      ':stage': ramp.stage,
      ':room': (daily_limit === null ? Number.MAX_SAFE_INTEGER : within(daily_limit)) - n,
      ...Object.fromEntries(rooms),
    },
  };
}

/** The condition that the item still has the judged day and counts. */
function unchanged(counts: RampCounts | null, values: Record<string, unknown>) {
  if (counts === null) return { condition: absent, values };
  const { day, transactional, product } = counts;
  const read = { ':read': day, ':read_transactional': transactional, ':read_product': product };
  return {
    condition: '#day = :read AND transactional = :read_transactional AND product = :read_product',
    values: { ...values, ...read },
  };
}

/**
 * Raises the counts of the UTC day to at least `used`, for sends that were not counted because the ramp was
 * over and there was no daily_limit. Null if they are already that high, or if the ramp counts everything.
 */
export function rampRaise(
  { owner, kind }: Pick<RampLimit, 'owner' | 'kind'>,
  counts: RampCounts | null,
  used: Added,
  now: number,
): Update | null {
  if (counts === null || !isCompleted(kind, counts.stage)) return null;
  const ramp = rampOn(kind, dayOf(now), counts);
  if (streams.every((stream) => ramp[stream] >= used[stream])) return null;
  const [transactional, product] = streams.map((stream) => Math.max(ramp[stream], used[stream]));
  const values = { ':transactional': transactional, ':product': product, ':day': ramp.day };
  return {
    update: keys.limit(owner, kind),
    names: { '#day': 'day', '#total': 'total' },
    expression: 'SET #day = :day, transactional = :transactional, product = :product, #total = :n',
    ...unchanged(counts, { ...values, ':n': Number(transactional) + Number(product) }),
  };
}

/** Undoes a `rampWrite` while the day it counted on lasts. */
export function undoRampWrite({ update, names = {}, values = {} }: Update): Update {
  const less = byName([':transactional', ':product', ':n'], (name) => -(values[name] as number));
  return {
    update,
    names,
    expression: 'ADD transactional :transactional, product :product, #total :n',
    condition: '#day = :day',
    values: { ...less, ':day': values[':day'] },
  };
}

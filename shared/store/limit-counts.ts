import { dayOf } from '../core/days.ts';
import type { CountedLimit, ExceededLimit, Limit, TotalCounts, TotalLimit } from '../core/records/limits.ts';
import {
  fullLimit,
  planCountsOf,
  planExceeded,
  planWrite,
  undoPlanWrite,
  type Within,
} from './plan-counts.ts';
import { type Added, rampCountsOf, rampExceeded, rampWrite, undoRampWrite } from './ramp-counts.ts';
import { keys } from './schema.ts';
import type { Item, Update, Write } from './table.ts';

/** Labels a limit within a transaction. Each limit is one item, whatever the number of sends. */
export const labelOf = ({ owner, kind }: Pick<Limit, 'owner' | 'kind'>) => `limit ${owner} ${kind}`;

export const isRamp = <T extends Limit>(limit: T): limit is T & { kind: 'tenant' | 'ramp' } =>
  limit.kind === 'tenant' || limit.kind === 'ramp';

const isTotal = <T extends Limit>(limit: T): limit is T & { kind: 'scheduled' } => limit.kind === 'scheduled';

/** The limit with its item's counts. Zero counts if there is no item yet. */
export function withItem(limit: Limit, item: Item | null): CountedLimit {
  const ahead_at = Number(item?.ahead_at ?? 0);
  if (isRamp(limit)) return { ...limit, ahead_at, counts: item && rampCountsOf(item) };
  if (isTotal(limit)) return { ...limit, ahead_at, counts: item && { used: Number(item.used ?? 0) } };
  return { ...limit, ahead_at, counts: item && planCountsOf(item) };
}

type CountedTotal = TotalLimit & { counts: TotalCounts | null };

/** Whether one more exceeds the limit. `before` counts earlier sends. */
function totalExceeded(of: CountedTotal, before: number, within: Within): ExceededLimit | null {
  const { owner, kind, recipients, limit, counts } = of;
  const used = (counts?.used ?? 0) + before;
  return used + recipients > within(limit) ? { owner, kind, recipients, limit, used, period: 'total' } : null;
}

/** The conditional update that counts `n` more. */
function totalWrite({ owner, kind, limit }: CountedTotal, n: number, within = fullLimit): Update {
  const room = within(limit) - n;
  return {
    update: keys.limit(owner, kind),
    expression: 'ADD used :n',
    // Before the first count there is nothing to compare.
    condition: `${room < 0 ? '' : 'attribute_not_exists(used) OR '}used <= :room`,
    values: { ':n': n, ':room': room },
  };
}

const undoTotalWrite = ({ update, values = {} }: Update): Update => ({
  update,
  expression: 'ADD used :less',
  values: { ':less': -(values[':n'] as number) },
});

const nothing: Added = { transactional: 0, product: 0 };

/** A plan doesn't distinguish streams, so everything is added under one of them. */
function plus(added: Added, limit: Limit): Added {
  const stream = isRamp(limit) ? limit.stream : 'transactional';
  return { ...added, [stream]: added[stream] + limit.recipients };
}

function exceededBy(limit: CountedLimit, before: Added, now: number, within: Within = fullLimit) {
  if (isRamp(limit)) return rampExceeded(limit, before, now, within);
  if (isTotal(limit)) return totalExceeded(limit, before.transactional, within);
  return planExceeded(limit, before.transactional, now, within);
}

function writeOf(limit: CountedLimit, added: Added, now: number, within: Within = fullLimit): Update | null {
  if (isRamp(limit)) return rampWrite(limit, added, now, within);
  if (isTotal(limit)) return totalWrite(limit, added.transactional, within);
  return planWrite(limit, added.transactional, now, within);
}

/** The part of the transaction that counts the additions. Null if the limit has ended. */
function countWrite(limit: CountedLimit, added: Added, now: number): Write | null {
  const write = writeOf(limit, added, now);
  return write && { label: labelOf(limit), ...write };
}

/**
 * The part of a limit that may be counted in advance (`counts-ahead.ts`). The last part is counted in the
 * final write, so most early counts are reversed before a send is rejected.
 */
const aheadWithin: Within = (limit) => limit - Math.max(200, Math.ceil(limit / 100));

/**
 * How long counts taken in advance may still be reversed. After that, the send has been decided or its
 * process is gone.
 */
const decided_ms = 5_000;

/** Whether a limit that rejects a send may soon show a lower count than was read. */
export function mayBeGivenBack(sends: CountedLimit[][], { exceeded }: Counted, now: number): boolean {
  const refusing = new Set(exceeded.map((one) => one && labelOf(one)));
  const isRecent = ({ ahead_at = 0 }: CountedLimit) => now - ahead_at < decided_ms;
  return sends.flat().some((limit) => refusing.has(labelOf(limit)) && isRecent(limit));
}

const marked = (take: Update, now: number): Update => ({
  ...take,
  expression: `SET ahead_at = :ahead_at ${take.expression}`,
  values: { ...take.values, ':ahead_at': now },
});

const isToday = ({ counts }: CountedLimit, now: number): boolean =>
  counts === null || !('day' in counts) || counts.day === dayOf(now);

/**
 * The update that counts one send in advance, and updates that can undo it, of which the first whose
 * condition holds is used. Null near the limit, by the counts read, and on a new day. In those cases, the
 * final write counts the send.
 */
export function aheadWrites(limit: CountedLimit, now: number): { take: Update; undo: Update[] } | null {
  if (limit.counts === null || !isToday(limit, now)) return null;
  if (exceededBy(limit, nothing, now, aheadWithin)) return null;
  const take = writeOf(limit, plus(nothing, limit), now, aheadWithin);
  return take && { take: marked(take, now), undo: undoOf(limit, take) };
}

function undoOf(limit: CountedLimit, take: Update): Update[] {
  if (isRamp(limit)) return [undoRampWrite(take)];
  return isTotal(limit) ? [undoTotalWrite(take)] : undoPlanWrite(take);
}

export type Counted = {
  /** For each send, the first limit that rejects it. Null if the send is counted. */
  exceeded: (ExceededLimit | null)[];
  /** One transaction part per limit, labelled by `labelOf`, for all sends it counts. */
  counts: Write[];
};

/**
 * Counts sends in order, each on all of its limits or none. A send that doesn't fit is rejected. A smaller
 * send after it may still fit.
 */
export function countSends(sends: CountedLimit[][], now: number): Counted {
  const all = new Map<string, { limit: CountedLimit; added: Added }>();
  const addedTo = (limit: CountedLimit) => all.get(labelOf(limit))?.added ?? nothing;
  const exceeded = sends.map((limits) => {
    const refusal = limits.map((limit) => exceededBy(limit, addedTo(limit), now)).find((one) => one !== null);
    if (refusal) return refusal;
    for (const limit of limits) all.set(labelOf(limit), { limit, added: plus(addedTo(limit), limit) });
    return null;
  });
  const counts = [...all.values()].flatMap(({ limit, added }) => countWrite(limit, added, now) ?? []);
  return { exceeded, counts };
}

import type { CountedLimit, ExceededLimit, Limit } from '../core/records/limits.ts';
import { planCountsOf, planExceeded, planWrite } from './plan-counts.ts';
import { type Added, rampCountsOf, rampExceeded, rampWrite } from './ramp-counts.ts';
import type { Item, Update, Write } from './table.ts';
import { totalCountsOf, totalExceeded, totalWrite } from './total-counts.ts';

/** Names a limit within a transaction: one item, however many sends count on it. */
export const labelOf = ({ owner, kind }: Pick<Limit, 'owner' | 'kind'>) => `limit ${owner} ${kind}`;

export const isRamp = <T extends Limit>(limit: T): limit is T & { kind: 'tenant' | 'ramp' } =>
  limit.kind === 'tenant' || limit.kind === 'ramp';

const isTotal = <T extends Limit>(limit: T): limit is T & { kind: 'scheduled' } => limit.kind === 'scheduled';

/** The limit with the counts of its item; without any where nothing was counted yet. */
export function withItem(limit: Limit, item: Item | null): CountedLimit {
  if (isRamp(limit)) return { ...limit, counts: item && rampCountsOf(item) };
  if (isTotal(limit)) return { ...limit, counts: item && totalCountsOf(item) };
  return { ...limit, counts: item && planCountsOf(item) };
}

const nothing: Added = { transactional: 0, product: 0 };

/** A plan has no streams: all that is added is under one of them. */
function plus(added: Added, limit: Limit): Added {
  const stream = isRamp(limit) ? limit.stream : 'transactional';
  return { ...added, [stream]: added[stream] + limit.recipients };
}

function exceededBy(limit: CountedLimit, before: Added, now: number) {
  if (isRamp(limit)) return rampExceeded(limit, before, now);
  if (isTotal(limit)) return totalExceeded(limit, before.transactional);
  return planExceeded(limit, before.transactional, now);
}

function writeOf(limit: CountedLimit, added: Added, now: number): Update | null {
  if (isRamp(limit)) return rampWrite(limit, added, now);
  if (isTotal(limit)) return totalWrite(limit, added.transactional);
  return planWrite(limit, added.transactional, now);
}

/** The part of the transaction that counts what is added; null where the limit has ended. */
function countWrite(limit: CountedLimit, added: Added, now: number): Write | null {
  const write = writeOf(limit, added, now);
  return write && { label: labelOf(limit), ...write };
}

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

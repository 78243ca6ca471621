import { lruCache } from '../core/cache.ts';
import type { Runtime } from '../core/runtime.ts';
import { type Conflict, retryConflicts } from './conflicts.ts';
import type { Key } from './schema.ts';
import type { Table } from './table.ts';

/** A request for capacity from a rate limit. Durations are in ms, times in epoch ms. */
type Ask = {
  now: number;
  /** How much time the request takes from the rate: 1,000 / rate per unit. */
  by: number;
  /** Unused time before this can't be reclaimed. */
  floor: number;
  /** The latest time that may be taken. */
  limit: number;
  /** A stored time later than this comes from a fast clock and is read as `limit`. */
  wrong: number;
};

/**
 * `at` is the time that was taken, or null. `tat` is the next free time after it, as far as this process
 * knows.
 */
type Taken = { at: number | null; tat: number };

const attempts = 9;
const day_s = 86_400;

/** The maximum rate per item. A higher rate uses several items, so that no key gets too many writes. */
const perItem = 125;
const maxParts = 16;

export const partsOf = (rate: number): number => Math.min(maxParts, Math.ceil(rate / perItem));

/**
 * The update for the `tat` that was read. That may be a time in the future, in the past, or from a wrong
 * clock.
 */
function moveOf(tat: number, { by, floor, limit, wrong }: Ask) {
  if (tat > wrong)
    return { to: ':to', condition: 'tat > :wrong', values: { ':to': limit + by, ':wrong': wrong } };
  if (tat <= floor) {
    const values = { ':to': floor + by, ':floor': floor };
    return { to: ':to', condition: 'attribute_not_exists(tat) OR tat <= :floor', values };
  }
  const values = { ':by': by, ':floor': floor, ':limit': limit };
  return { to: 'tat + :by', condition: 'tat > :floor AND tat <= :limit', values };
}

/**
 * A rate, stored as one number, `tat`: the next free time, as in the generic cell rate algorithm. Each
 * request makes one conditional update, and one more if another process was faster.
 */
export function cellRates(table: Table, runtime: Runtime) {
  /** `tat` by item, as this process last saw it. */
  const seen = lruCache<number>({ max: 10_000 });

  return (key: Key, ask: Ask): Promise<Taken> => {
    const { now, by, floor, limit, wrong } = ask;
    const name = `${key.pk} ${key.sk}`;
    const take = async (tat: number): Promise<Taken> => {
      if (tat > limit && tat <= wrong) {
        seen.set(name, tat);
        return { at: null, tat };
      }
      const { to, condition, values } = moveOf(tat, ask);
      // This process's next request doesn't wait for the response and doesn't collide with this one.
      seen.set(name, Math.max(tat, floor) + by);
      const item = await table.update(key, `SET tat = ${to}, #ttl = :ttl`, {
        condition,
        names: { '#ttl': 'ttl' },
        values: { ...values, ':ttl': Math.floor(now / 1000) + day_s },
      });
      const next = Number(item.tat);
      seen.set(name, next);
      return { at: next - by, tat: next };
    };
    const known = (last: Conflict | null) => Number((last === null ? seen.get(name) : last.item?.tat) ?? 0);
    // If a write failed, it may have taken nothing, so the next request reads the table.
    return retryConflicts(runtime, (last) => take(known(last)), { attempts }).catch((error) => {
      seen.delete(name);
      throw error;
    });
  };
}

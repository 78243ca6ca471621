import type { Runtime } from '../core/runtime.ts';
import type { SlotStore } from '../domain/ports/sending.ts';
import { retryConflicts } from './conflicts.ts';
import { tatOf } from './rates.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

/** A process that was late may still use the last half second: SES counts by the second. */
const credit_ms = 500;

/** A block holds at most this much of the rate: what a process leaves unused is lost to all others. */
const block_ms = 250;

/** The time after its own in which a slot may still be used. */
const fresh_ms = 1_000;

/** No slot is this far ahead but by a clock that is wrong (Q64). */
const wrong_ms = 60_000;

const bucket = keys.slots();

/**
 * The times at which this deployment calls SES, one after another at SES's rate: one number (`tat`, epoch ms, the next
 * slot that is free), moved on by every block that a process leases (P16). A process that uses its blocks up within a
 * second leases larger ones.
 */
export function slotStore(table: Table, runtime: Runtime): SlotStore {
  let block = { next: 0, left: 0, leased_at: 0, size: 0 };
  let seen = 0;
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();

  /** Moves `tat` on by `by` ms where it is at most `limit`; the first slot of the block, or null. */
  const lease = (now: number, by: number, limit: number): Promise<number | null> =>
    retryConflicts(runtime, async (last) => {
      const floor = now - credit_ms;
      const stored = last === null ? seen : tatOf(last);
      const names = { '#ttl': 'ttl' };
      const ttl = { ':ttl': Math.floor(now / 1000) + 86_400 };
      if (last !== null && stored > limit && stored <= now + wrong_ms) {
        seen = stored;
        return null;
      }
      const runs = stored > floor && stored <= limit;
      const item = runs
        ? await table.update(bucket, 'SET tat = tat + :by, #ttl = :ttl', {
            condition: 'tat > :floor AND tat <= :limit',
            names,
            values: { ':by': by, ':floor': floor, ':limit': limit, ...ttl },
          })
        : await table.update(bucket, 'SET tat = :to, #ttl = :ttl', {
            condition: 'attribute_not_exists(tat) OR tat <= :floor OR tat > :wrong',
            names,
            values: { ':to': floor + by, ':floor': floor, ':wrong': now + wrong_ms, ...ttl },
          });
      seen = Number(item.tat);
      return seen - by;
    });

  /** The size of the next block: larger after one that was used up at once. */
  const sizeOf = (now: number, want: number, rate: number): number => {
    const max = Math.max(1, Math.floor((rate * block_ms) / 1000));
    const usedUp = block.left < 1 && now - block.leased_at < fresh_ms;
    const grown = usedUp ? block.size * 2 : 1;
    return Math.max(want, Math.min(max, Math.max(grown, want + waiting)));
  };

  const take: SlotStore['take'] = async ({ rate, want, ahead_ms }) => {
    waiting -= want;
    const now = runtime.now();
    const step = 1000 / rate;
    const isFresh = block.next > now - fresh_ms && block.next <= now + wrong_ms;
    if (block.left < want || !isFresh) {
      if (seen > now + ahead_ms && seen <= now + wrong_ms) return { again_at: seen - ahead_ms };
      const size = sizeOf(now, want, rate);
      const first = await lease(now, size * step, now + ahead_ms);
      if (first === null) return { again_at: seen - ahead_ms };
      block = { next: first, left: size, leased_at: now, size };
    }
    const slot = block.next;
    block.next += want * step;
    block.left -= want;
    return { slot };
  };

  return {
    /** One request at a time: those that wait for it are served from one block. */
    take: (request) => {
      waiting += request.want;
      const taken = tail.then(() => take(request));
      tail = taken.catch(() => {});
      return taken;
    },
  };
}

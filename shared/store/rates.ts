import { setImmediate as nextTick } from 'node:timers/promises';
import type { Id, Runtime } from '../core/runtime.ts';
import type { RateStore } from '../domain/ports/accounts.ts';
import { type Conflict, retryConflicts } from './conflicts.ts';
import { type Key, keys } from './schema.ts';
import type { Table } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

/** A token bucket as a generic cell rate: one number, the time at which it is full again. */
type Bucket = { account: Id<'acc'>; name: string; rate: number };

const attempts = 9;

/** `tat` as the concurrent write left it. */
export const tatOf = ({ item }: Conflict): number => Number(item?.tat ?? 0);

/**
 * The time of a bucket as one process may use it (Q64): at most the time of an empty bucket, `full`. A stored time beyond
 * `furthest` comes from a clock that is ahead; the process then continues from what it read last.
 */
function readable(stored: number, seen: number | null, full: number, furthest: number) {
  const wrong = stored > furthest;
  return { tat: Math.min(wrong ? (seen ?? full) : stored, full), wrong };
}

/** The part that a token may lack: times are epoch milliseconds in floating point, where a third of a second is not exact. */
const rounding = 1e-3;

/** A process that takes more than it needs leaves this many times as much, so that as many processes can spend theirs (P24). */
const spare = 100;

/**
 * Token buckets (H5, Q33). The item holds `tat` (epoch ms), the moment at which the bucket is full; a token moves
 * it by 1000 / rate ms. One conditional update when the caller's `tat` is current, one more when it is not.
 */
export function rateStore(table: Table, runtime: Runtime): RateStore {
  /** Moves `tat` on by `by` ms, from now on if it is past (`idle`), at most from `room`. Returns the new `tat`. */
  const advance = async (
    update: Key,
    { now, by, idle, room }: { now: number; by: number; idle: boolean; room?: number },
  ): Promise<number> => {
    const ttl = Math.floor((now + by) / 1000) + 3600;
    const unused = { condition: 'attribute_not_exists(#tat) OR #tat <= :now', values: { ':now': now } };
    const item = await sendUpdate(
      table,
      idle
        ? setFields(update, { tat: now + by, ttl }, unused)
        : {
            update,
            expression: 'SET tat = tat + :by, #ttl = :ttl',
            condition: room === undefined ? 'tat > :now' : 'tat > :now AND tat <= :room',
            names: { '#ttl': 'ttl' },
            values: { ':now': now, ':by': by, ':ttl': ttl, ...(room !== undefined && { ':room': room }) },
          },
    );
    return Number(item.tat);
  };

  /** Whatever the stored time is by then, and not by what was read: the table keeps more digits than a number here. */
  const replace = async (key: Key, furthest: number, tat: number, now: number): Promise<number> => {
    const when = { condition: '#tat > :furthest', values: { ':furthest': furthest } };
    await sendUpdate(table, setFields(key, { tat, ttl: Math.floor(now / 1000) + 3600 }, when));
    return tat;
  };

  const reserveTogether = async (
    { account, name, rate }: Bucket,
    want: number,
    now: number,
  ): Promise<number> => {
    const by = (want * 1000) / rate;
    const reserve = (last: Conflict | null) =>
      advance(keys.rate(account, name), { now, by, idle: last === null || tatOf(last) <= now });
    return (await retryConflicts(runtime, reserve, { attempts })) - by;
  };

  /** Reservations of this process that go to the table in one write. */
  const open = new Map<string, { want: number; first: Promise<number> }>();

  return {
    lease: async (bucket, input) => {
      const key = keys.rate(bucket.account, bucket.name);
      const step = 1000 / bucket.rate;
      const { now } = input;
      const full = now + bucket.burst * step;
      const furthest = full + (full - now);
      const take = async (last: Conflict | null) => {
        const stored = last === null ? (input.tat ?? 0) : tatOf(last);
        const { tat, wrong } = readable(stored, input.tat, full, furthest);
        const ahead = Math.max(0, tat - now);
        const left = Math.floor((bucket.burst * step - ahead) / step + rounding);
        const granted = Math.max(Math.min(input.least, left), Math.min(input.want, Math.floor(left / spare)));
        if (granted < 1) return { granted: 0, tat };
        const needs = granted > input.least ? granted * spare : granted;
        const room = now + (bucket.burst - needs) * step + rounding;
        const by = granted * step;
        if (wrong) return { granted, tat: await replace(key, furthest, Math.max(tat, now) + by, now) };
        return { granted, tat: await advance(key, { now, by, idle: tat <= now, room }) };
      };
      return retryConflicts(runtime, take, { attempts });
    },

    reserve: (bucket, { want, now }) => {
      const name = `${bucket.account} ${bucket.name}`;
      const joined = open.get(name);
      if (joined !== undefined) {
        const before = (joined.want * 1000) / bucket.rate;
        joined.want += want;
        return joined.first.then((slot) => slot + before);
      }
      const together = { want, first: Promise.resolve(0) };
      together.first = nextTick().then(() => {
        open.delete(name);
        return reserveTogether(bucket, together.want, now);
      });
      open.set(name, together);
      return together.first;
    },
  };
}

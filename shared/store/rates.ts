import { setImmediate as nextTick } from 'node:timers/promises';
import type { Runtime } from '../core/runtime.ts';
import type { RateStore } from '../domain/ports/accounts.ts';
import { type Conflict, retryConflicts } from './conflicts.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

/** A token bucket as a generic cell rate: one number, the time at which it is full again. */
type Bucket = { account: string; name: string; rate: number };

const attempts = 9;

/** `tat` as the concurrent write left it. */
const tatOf = ({ item }: Conflict): number => (item?.tat as number | undefined) ?? 0;

/**
 * The time of a bucket as one process may use it (Q64): at most the time of an empty bucket. A stored time far beyond
 * that comes from a clock that is ahead; the process then continues from what it read last.
 */
function readable(stored: number, seen: number | null, full: number, now: number) {
  const wrong = stored > full + (full - now);
  return { tat: Math.min(wrong ? (seen ?? full) : stored, full), wrong };
}

/** What a token may lack: times are epoch milliseconds in floating point, where a third of a second is not exact. */
const rounding = 1e-3;

/** Who takes more than it needs leaves this many times as much: so many processes can spend what they hold (P24). */
const spare = 100;

/**
 * Token buckets (H5, Q33). The item holds `tat` (epoch ms), the moment at which the bucket is full; a token moves
 * it by 1000 / rate ms. One conditional update when the caller's `tat` is current, one more when it is not.
 */
export function rateStore(table: Table, runtime: Runtime): RateStore {
  /** Moves `tat` on by `by` ms, from now on if it is past (`idle`), at most from `room`. Returns the new `tat`. */
  const advance = async (
    { account, name }: Pick<Bucket, 'account' | 'name'>,
    input: { now: number; by: number; idle: boolean; room?: number },
  ): Promise<number> => {
    const { now, by, idle, room } = input;
    const common = { names: { '#ttl': 'ttl' } };
    const values = { ':now': now, ':ttl': Math.floor((now + by) / 1000) + 3600 };
    const item = idle
      ? await table.update(keys.rate(account, name), 'SET tat = :to, #ttl = :ttl', {
          ...common,
          condition: 'attribute_not_exists(tat) OR tat <= :now',
          values: { ...values, ':to': now + by },
        })
      : await table.update(keys.rate(account, name), 'SET tat = tat + :by, #ttl = :ttl', {
          ...common,
          condition: room === undefined ? 'tat > :now' : 'tat > :now AND tat <= :room',
          values: { ...values, ':by': by, ...(room !== undefined && { ':room': room }) },
        });
    return item.tat as number;
  };

  /** Replaces a time that a wrong clock wrote. */
  const replace = async (
    { account, name }: Pick<Bucket, 'account' | 'name'>,
    { stored, tat, now }: { stored: number; tat: number; now: number },
  ): Promise<number> => {
    await table.update(keys.rate(account, name), 'SET tat = :tat, #ttl = :ttl', {
      condition: 'tat = :stored',
      names: { '#ttl': 'ttl' },
      values: { ':stored': stored, ':tat': tat, ':ttl': Math.floor(now / 1000) + 3600 },
    });
    return tat;
  };

  const reserveTogether = async (bucket: Bucket, want: number, now: number): Promise<number> => {
    const by = (want * 1000) / bucket.rate;
    const reserve = (last: Conflict | null) =>
      advance(bucket, { now, by, idle: last === null || tatOf(last) <= now });
    return (await retryConflicts(runtime, reserve, { attempts })) - by;
  };

  /** Reservations of this process that go to the table in one write. */
  const open = new Map<string, { want: number; first: Promise<number> }>();

  return {
    lease: async (bucket, input) => {
      const step = 1000 / bucket.rate;
      const { now } = input;
      const full = now + bucket.burst * step;
      const take = async (last: Conflict | null) => {
        const stored = last === null ? (input.tat ?? 0) : tatOf(last);
        const { tat, wrong } = readable(stored, input.tat, full, now);
        const ahead = Math.max(0, tat - now);
        const left = Math.floor((bucket.burst * step - ahead) / step + rounding);
        const granted = Math.max(Math.min(input.least, left), Math.min(input.want, Math.floor(left / spare)));
        if (granted < 1) return { granted: 0, tat };
        const needs = granted > input.least ? granted * spare : granted;
        const room = now + (bucket.burst - needs) * step + rounding;
        const by = granted * step;
        if (wrong)
          return { granted, tat: await replace(bucket, { stored, tat: Math.max(tat, now) + by, now }) };
        return { granted, tat: await advance(bucket, { now, by, idle: tat <= now, room }) };
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

    readTat: async ({ account, name }) =>
      ((await table.get(keys.rate(account, name)))?.tat as number | undefined) ?? null,
  };
}

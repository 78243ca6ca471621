import { inParallel } from '../core/in-parallel.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { SuppressionCounts } from '../domain/ports/lists.ts';
import { conditionHeld, failureOf, retryUpdate } from './conflicts.ts';
import { queryAll } from './pages.ts';
import { idInSk, indexes, keys, listShards, partitions } from './schema.ts';
import { absent, type Item, present, type Table, type Update } from './table.ts';
import { setFields } from './updates.ts';

/** A request takes at most 29 s, so entries counted earlier than this are already written and indexed. */
const written_ms = 60_000;

/** The time between two full counts, and the max duration of one. */
const recount_ms = 600_000;
const counting_ms = 10_000;

const parallel = 32;

/**
 * How many suppressions an account has, including its tenants'. Customers' entries are counted before they
 * are written, so the limit is never exceeded. Bounces, complaints, and unsubscribes aren't counted and never
 * wait. When the limit rejects an entry, a full count includes them and corrects counts left by a crash.
 */
export function suppressionCounts(table: Table, runtime: Runtime): SuppressionCounts {
  const keyOf = (account: Id<'acc'>) => keys.limit(account, 'suppressions');

  /** `isComplete` means that the full count finished in time. */
  const countAll = async (account: Id<'acc'>): Promise<{ count: number; isComplete: boolean }> => {
    const until = runtime.now() + counting_ms;
    const tenants = await queryAll(table, { ...partitions.tenants(account), attributes: [] });
    const lists = [account, ...tenants.map(idInSk<'ten'>)];
    const shards = Array.from({ length: listShards }, (_, shard) => shard);
    const all = lists.flatMap((list) => shards.map((shard) => indexes.addresses(list, shard)));
    let count = 0;
    await inParallel(all, parallel, async (index) => {
      let after: string | undefined;
      while (runtime.now() < until) {
        const { items, more } = await table.query({
          ...index,
          attributes: [`${index.index}sk`],
          ...(after && { after }),
        });
        count += items.length;
        after = items.at(-1)?.[`${index.index}sk`] as string | undefined;
        if (!more || after === undefined) return;
      }
    });
    return { count, isComplete: runtime.now() < until };
  };

  /** Recounts all entries if there is no recent full count. False if the count stays the same. */
  const recount = async (account: Id<'acc'>, seen: Item | null): Promise<boolean> => {
    const now = runtime.now();
    const { used, counted_at = 0, reserved_at = 0 } = (seen ?? {}) as Partial<Record<string, number>>;
    if (seen !== null && (now - counted_at < recount_ms || now - reserved_at < written_ms)) return false;
    const { count, isComplete } = await countAll(account);
    const sets = isComplete || seen === null ? { used: count, counted_at: now } : { counted_at: now };
    const unchanged =
      seen === null ? { condition: absent } : { condition: 'used = :seen', values: { ':seen': used } };
    const update = setFields(keyOf(account), sets, unchanged);
    await conditionHeld(retryUpdate(table, runtime, update));
    return true;
  };

  const take = async (account: Id<'acc'>, n: number, limit: number): Promise<Item | null | 'taken'> => {
    const update: Update = {
      update: keyOf(account),
      expression: 'SET reserved_at = :now ADD used :n',
      condition: `${present} AND used <= :room`,
      values: { ':n': n, ':room': limit - n, ':now': runtime.now() },
    };
    const failure = await failureOf(retryUpdate(table, runtime, update));
    return failure === null ? 'taken' : failure.item;
  };

  return {
    reserve: async (account, n, limit) => {
      let seen = await take(account, n, limit);
      if (seen !== 'taken' && (await recount(account, seen))) seen = await take(account, n, limit);
      return seen === 'taken' ? 'reserved' : { used: Number(seen?.used ?? limit) };
    },

    release: async (account, n) => {
      const update: Update = {
        update: keyOf(account),
        expression: 'ADD used :less',
        condition: 'used >= :n',
        values: { ':less': -n, ':n': n },
      };
      // This is done only once, because subtracting twice would allow too many entries. If the number is too
      // high, a full count corrects it.
      await conditionHeld(retryUpdate(table, runtime, update, { once: true })).catch(() => {});
    },
  };
}

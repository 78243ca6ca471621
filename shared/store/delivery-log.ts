import type { FailedDelivery, ReplayClaim } from '../core/records/webhooks.ts';
import type { Retention } from '../core/retention.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { DeliveryLog } from '../domain/ports/webhooks.ts';
import { conditionHeld, unlessFailed } from './conflicts.ts';
import { deliveryOf, listedFailure, openFailureKey, rowOf } from './delivery-rows.ts';
import { mergedPage } from './merged-page.ts';
import { queryAll } from './query-all.ts';
import { keys, partitions, shardOf } from './schema.ts';
import { type Item, recordOf, type Table } from './table.ts';

type Page = { shards: number; limit: number; before: string | null; since: string | null };

/** A request that claims a replay ends within the function's 29 s: later its claim is a dead run's. */
const claim_ms = 30_000;

/** What the row of a delivery says of its replay. */
type Bound = { replayed_as?: Id<'whd'>; replayed_at?: number };

/** Writes of one request that are under way at the same time. */
const concurrency = 50;

async function inSteps<T, R>(inputs: T[], run: (input: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < inputs.length; i += concurrency)
    results.push(...(await Promise.all(inputs.slice(i, i + concurrency).map(run))));
  return results;
}

/**
 * What users read of the delivery log and how they replay it. Deliveries are listed by their ids, whose time is when
 * the delivery was made; failed ones have rows of their own, so that they are found among millions that succeeded.
 */
export function deliveryLog(table: Table, runtime: Runtime, retention: Retention): DeliveryLog {
  const { now } = runtime;
  const isCurrent = (item: Item) => (item.ttl as number) * 1000 > now();
  /** A failed replay's key is `<first delivery>#<replay>`, every other one's its id. */
  const failedOf = (item: Item): FailedDelivery => {
    const [first_id, id] = item.sk.split('#') as [Id<'whd'>, Id<'whd'>?];
    return { ...recordOf<FailedDelivery>(item), ...(id === undefined ? { id: first_id } : { id, first_id }) };
  };

  /** A page of some partitions of an endpoint, newest first. */
  async function newest(page: Page, partitionsOf: ((shard: number) => { pk: string })[]) {
    const { shards, limit, before, since } = page;
    const input = { shards: shards * partitionsOf.length, limit, after: before, descending: true };
    const found = await mergedPage(input, (number, { after, limit: wanted }) => {
      const partition = partitionsOf[Math.floor(number / shards)] as (shard: number) => { pk: string };
      return table.query({
        ...partition(number % shards),
        descending: true,
        limit: wanted,
        consistent: true,
        ...(after !== null && { after }),
        ...(since !== null && { least: since }),
      });
    });
    const last = found.items.at(-1)?.sk ?? null;
    return { items: found.items.filter(isCurrent), next: found.more ? last : null };
  }

  return {
    list: async (webhook, page) => {
      const { items, next } = await newest(page, [(shard) => partitions.deliveries(webhook, shard)]);
      return { entries: items.map((item) => deliveryOf(item, webhook)), next };
    },

    listFailed: async (webhook, page) => {
      const { items, next } = await newest(page, [
        (shard) => partitions.failedDeliveries(webhook, shard),
        (shard) => partitions.replayedDeliveries(webhook, shard),
      ]);
      // One that is being replayed may be in both.
      const entries = new Map(items.map((item) => [item.sk, failedOf(item)]));
      return { entries: [...entries.values()], next };
    },

    find: async (webhook, shards, ids) => {
      const wanted = ids.map((id) => keys.delivery(webhook, shardOf(id, shards), id));
      const items = await table.batchGet(wanted, { consistent: true });
      return items.flatMap((item) => (item !== null && isCurrent(item) ? [deliveryOf(item, webhook)] : []));
    },

    answers: async (id) => {
      const items = await queryAll(table, { ...partitions.deliveryAnswers(id), consistent: true });
      return new Map(items.map((item) => [Number(item.sk), item.body as string]));
    },

    replayOf: async (webhook, shards, id) => {
      const item = await table.get(keys.delivery(webhook, shardOf(id, shards), id), { consistent: true });
      return (item?.replayed_as as Id<'whd'> | undefined) ?? null;
    },

    openFailures: async (webhook, { shards, limit, since, until }) => {
      const { items, more } = await mergedPage(
        { shards: shards * 2, limit, after: null, descending: false },
        async (number, page) => {
          const shard = number % shards;
          const found = await table.query({
            ...(number < shards
              ? partitions.failedDeliveries(webhook, shard)
              : partitions.failedReplays(webhook, shard)),
            limit: page.limit,
            consistent: true,
            ...(page.after === null ? { least: since } : { after: page.after }),
          });
          const within = found.items.filter((item) => item.sk < until);
          return { items: within, more: found.more && within.length === found.items.length };
        },
      );
      return { failures: items.filter(isCurrent).map(failedOf), more };
    },

    claimReplays: (webhook, shards, claims) =>
      inSteps(claims, async ({ id, replay }): Promise<ReplayClaim | null> => {
        const at = now();
        const key = keys.delivery(webhook, shardOf(id, shards), id);
        const write = table.update(key, 'SET replayed_as = :replay, replayed_at = :at', {
          condition: 'attribute_exists(pk) AND #status <> :pending AND attribute_not_exists(replayed_as)',
          names: { '#status': 'status' },
          values: { ':pending': 'pending', ':replay': replay, ':at': at },
        });
        const bound = await unlessFailed<null, Bound>(
          write.then(() => null),
          ({ item }) => (item ?? {}) as Bound,
        );
        if (bound === null) return { replay, state: 'new' };
        const { replayed_as: known, replayed_at = 0 } = bound;
        if (known === undefined) return null;
        if (at - replayed_at < claim_ms) return { replay: known, state: 'taken' };
        const takeOver = table.update(key, 'SET replayed_at = :at', {
          condition: 'replayed_at = :seen',
          values: { ':at': at, ':seen': replayed_at },
        });
        return { replay: known, state: (await conditionHeld(takeOver)) ? 'repeat' : 'taken' };
      }),

    putPending: (rows, shards) =>
      table.batchWrite({ puts: rows.map((row) => rowOf(row, shards, retention)) }),

    closeFailures: (webhook, shards, failures) =>
      table.batchWrite({
        puts: failures.map((failure) => listedFailure(webhook, failure, shards, retention)),
        deletes: failures.map((failure) => openFailureKey(webhook, failure, shards)),
      }),
  };
}

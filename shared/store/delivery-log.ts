import { chunksOf, inParallel } from '../core/in-parallel.ts';
import type { FailedDelivery, ReplayClaim } from '../core/records/webhooks.ts';
import type { Retention } from '../core/retention.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { DeliveryLog } from '../domain/ports/webhooks.ts';
import { failureOf } from './conflicts.ts';
import { deliveryOf, listedFailure, openFailureKey, rowOf } from './delivery-rows.ts';
import { mergedPage, newestPage, queryAll } from './pages.ts';
import { keys, partitions, shardOf } from './schema.ts';
import { currentOf, type Item, present, type Query, readRecord, recordOf, type Table } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

/** A request that claims a replay ends within 29 s. A claim older than this belongs to a dead run. */
const claim_ms = 30_000;

/** The replay fields of a delivery's row. */
type Bound = { replayed_as?: Id<'whd'>; replayed_at?: number };

/** Max concurrent writes per request. */
const concurrency = 50;

/** Runs rounds one after another, so that a failed claim leaves the claims of later rounds free. */
async function inRounds<T, R>(inputs: T[], run: (input: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const some of chunksOf(inputs, concurrency))
    results.push(...(await inParallel(some, concurrency, run)));
  return results;
}

/**
 * Lets users read and replay the delivery log. Deliveries are listed by id, which includes their creation
 * time. Failed ones have their own rows, so they are found among millions of successes.
 */
export function deliveryLog(table: Table, runtime: Runtime, retention: Retention): DeliveryLog {
  const { now } = runtime;
  /** A failed replay's key is `<first delivery>#<replay>`. Any other delivery's key is its id. */
  const failedOf = (item: Item): FailedDelivery => {
    const [first_id, id] = item.sk.split('#') as [Id<'whd'>, Id<'whd'>?];
    return { ...recordOf<FailedDelivery>(item), ...(id === undefined ? { id: first_id } : { id, first_id }) };
  };

  async function newest(page: Parameters<DeliveryLog['list']>[1], partitionOf: (shard: number) => Query) {
    const queryOf = (shard: number) => ({ ...partitionOf(shard), consistent: true });
    const { items, next } = await newestPage(table, page, queryOf, ({ sk }) => sk);
    return { items: currentOf(items, now()), next };
  }

  return {
    list: async (webhook, page) => {
      const { items, next } = await newest(page, (shard) => partitions.deliveries(webhook, shard));
      return { entries: items.map((item) => deliveryOf(item, webhook)), next };
    },

    listFailed: async (webhook, page) => {
      const { shards } = page;
      const { items, next } = await newest({ ...page, shards: shards * 2 }, (number) =>
        number < shards
          ? partitions.failedDeliveries(webhook, number)
          : partitions.replayedDeliveries(webhook, number - shards),
      );
      // A delivery being replayed may be in both lists.
      const entries = new Map(items.map((item) => [item.sk, failedOf(item)]));
      return { entries: [...entries.values()], next };
    },

    find: async (webhook, shards, ids) => {
      const wanted = ids.map((id) => keys.delivery(webhook, shardOf(id, shards), id));
      const items = await table.batchGet(wanted, { consistent: true });
      return currentOf(items, now()).map((item) => deliveryOf(item, webhook));
    },

    answers: async (id) => {
      const items = await queryAll(table, { ...partitions.deliveryAnswers(id), consistent: true });
      return new Map(items.map((item) => [Number(item.sk), item.body as string]));
    },
    replayOf: async (webhook, shards, id) => {
      const row = await readRecord<Bound>(table, keys.delivery(webhook, shardOf(id, shards), id));
      return row?.replayed_as ?? null;
    },

    openFailures: async (webhook, { shards, limit, since, until }) => {
      const { items, more } = await mergedPage(
        { shards: shards * 2, limit, after: null, descending: false },
        async (number, page) => {
          const partitionOf = number < shards ? partitions.failedDeliveries : partitions.failedReplays;
          const range = page.after === null ? { least: since } : { after: page.after };
          const rows = { ...partitionOf(webhook, number % shards), ...range };
          const found = await table.query({ ...rows, limit: page.limit, consistent: true });
          const within = found.items.filter((item) => item.sk < until);
          return { items: within, more: found.more && within.length === found.items.length };
        },
      );
      return { failures: currentOf(items, now()).map(failedOf), more };
    },

    claimReplays: (webhook, shards, claims) =>
      inRounds(claims, async ({ id, replay }): Promise<ReplayClaim | null> => {
        const at = now();
        const key = keys.delivery(webhook, shardOf(id, shards), id);
        const unbound = {
          condition: `${present} AND #status <> :pending AND attribute_not_exists(replayed_as)`,
          names: { '#status': 'status' },
          values: { ':pending': 'pending' },
        };
        const bind = setFields(key, { replayed_as: replay, replayed_at: at }, unbound);
        const failure = await failureOf(sendUpdate(table, bind));
        if (failure === null) return { replay, state: 'new' };
        if (failure.item === null) return null;
        const { replayed_as: known, replayed_at = 0 } = recordOf<Bound>(failure.item);
        if (known === undefined) return null;
        // Our own replay. The response was lost, and the update was repeated.
        if (known === replay) return { replay, state: 'new' };
        if (at - replayed_at < claim_ms) return { replay: known, state: 'taken' };
        const when = { condition: 'replayed_at = :seen', values: { ':seen': replayed_at } };
        const lost = await failureOf(sendUpdate(table, setFields(key, { replayed_at: at }, when)));
        const isOurs = lost === null || lost.item?.replayed_at === at;
        return { replay: known, state: isOurs ? 'repeat' : 'taken' };
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

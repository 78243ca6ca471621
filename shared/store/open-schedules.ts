import { type EmailMeta, isRowAhead } from '../core/records/emails.ts';
import type { Runtime } from '../core/runtime.ts';
import type { FromDomain, OpenScheduleStore } from '../domain/ports/domains.ts';
import { orNull, retryUpdate } from './conflicts.ts';
import { cancelScheduled } from './schedules.ts';
import { indexes, keys, listedId, listShards, schedulesFrom } from './schema.ts';
import { recordOf, type Table } from './table.ts';

/** Rows of one shard that a count reads at most: one page of DynamoDB, or a little more. */
const maxRows = 1_000;

/** The most rows of which a count asks whether each email is still scheduled; of more, all are counted. */
const maxAsked = 1_000;

/** The scheduled emails of a from-domain, by the sparse index of their outbox rows (Q15, A46). */
export function openScheduleStore(table: Table, runtime: Runtime): OpenScheduleStore {
  const page = ({ account, domain }: FromDomain, shard: number, limit: number, after: string | null) =>
    table.query({
      ...indexes.schedules(account, shard),
      prefix: schedulesFrom(domain),
      limit,
      ...(after !== null && { after }),
    });

  return {
    shards: listShards,

    count: async (from) => {
      const shards = Array.from({ length: listShards }, (_, shard) => page(from, shard, maxRows, null));
      const rows = (await Promise.all(shards)).flatMap(({ items }) => items);
      const ids = [...new Set(rows.map(({ sk }) => sk))];
      if (ids.length > maxAsked) return ids.length;
      // A row outlives its schedule for a moment, and precedes its email.
      const metas = await table.batchGet(ids.map(keys.email), { consistent: true });
      return metas.filter((meta) => meta?.state === 'scheduled').length;
    },

    list: async (from, at) => {
      const { items, more } = await page(from, at.shard, at.limit, at.after);
      const last = items.at(-1);
      const rows = items.map(({ pk, sk }) => ({ id: sk, outbox: { pk, sk } }));
      return { rows, next: more && last ? listedId(last) : null };
    },

    cancel: async ({ id, outbox }, cancelled_at) => {
      const cancelled = await orNull(retryUpdate(table, runtime, cancelScheduled(id, cancelled_at)));
      if (cancelled === null) return false;
      // Of a row before its time the sweep publishes email.scheduled first.
      if (!isRowAhead(recordOf<EmailMeta>(cancelled))) await table.delete(outbox);
      return true;
    },
  };
}

import type { Runtime } from '../core/runtime.ts';
import type { OpenScheduleStore } from '../domain/ports/domains.ts';
import { conditionHeld, isRunning, retryConflicts } from './conflicts.ts';
import { indexes, keys, listedId, listShards, schedulesFrom } from './schema.ts';
import type { Item, Table } from './table.ts';

type From = { account: string; domain: string };
type Row = { id: string; outbox: { pk: string; sk: string } };

/** Rows of one shard that a count reads at most: one page of DynamoDB, or a little more. */
const perShard = 1_000;

/** Up to so many rows a count asks whether each email is still scheduled; of more, all are counted. */
const asked = 1_000;

const rowOf = ({ pk, sk }: Item): Row => ({ id: sk, outbox: { pk, sk } });

/** The scheduled emails of a from-domain, by the sparse index of their outbox rows (Q15, A46). */
export function openScheduleStore(table: Table, runtime: Runtime): OpenScheduleStore {
  const page = ({ account, domain }: From, shard: number, limit: number, after: string | null) =>
    table.query({
      ...indexes.schedules(account, shard),
      prefix: schedulesFrom(domain),
      limit,
      ...(after !== null && { after }),
    });

  return {
    shards: listShards,

    count: async (from) => {
      const shards = Array.from({ length: listShards }, (_, shard) => page(from, shard, perShard, null));
      const rows = (await Promise.all(shards)).flatMap(({ items }) => items);
      const ids = [...new Set(rows.map(({ sk }) => sk))];
      if (ids.length > asked) return ids.length;
      // A row outlives its schedule for a moment, and precedes its email.
      const metas = await table.batchGet(ids.map(keys.email), { consistent: true });
      return metas.filter((meta) => meta?.state === 'scheduled').length;
    },

    list: async (from, at) => {
      const { items, more } = await page(from, at.shard, at.limit, at.after);
      const last = items.at(-1);
      return { rows: items.map(rowOf), next: more && last ? listedId(last) : null };
    },

    cancel: async ({ id, outbox }, cancelled_at) => {
      const cancel = () =>
        table.update(keys.email(id), 'SET #state = :cancelled, cancelled_at = :now', {
          condition: '#state = :scheduled',
          names: { '#state': 'state' },
          values: { ':scheduled': 'scheduled', ':cancelled': 'cancelled', ':now': cancelled_at },
        });
      if (!(await conditionHeld(retryConflicts(runtime, cancel, { retryOn: isRunning })))) return false;
      await table.delete(outbox);
      return true;
    },
  };
}

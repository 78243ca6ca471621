import type { RemovedTenant } from '../core/records/tenants.ts';
import type { TenantRemovalStore } from '../domain/ports/tenants.ts';
import { outboxRow } from './outbox.ts';
import { addressKeyOf, indexes, type Key, keys, listedId, listShards, partitions } from './schema.ts';
import { type Item, type Query, readRecord, type Table } from './table.ts';

/** Items per key read and deleted at a time. A list's 32 keys are emptied in parallel. */
const piece = 50;

/** The outbox row of a deleted tenant, until all of its items are gone. */
export const removalItem = ({ id, account }: RemovedTenant, minute: number): Item =>
  outboxRow(minute, id, 'removing_tenant', { id, account });

/** The items that a deleted tenant left behind. They are found by its id and deleted in pieces. */
export function tenantRemovalStore(table: Table): TenantRemovalStore {
  /** Deletes a query's items piece by piece. False if `isOver` stopped it early. */
  const empty = async (
    query: Query,
    keysOf: (item: Item) => Key[],
    isOver: () => boolean,
  ): Promise<boolean> => {
    const sort = query.index ? (`${query.index}sk` as const) : 'sk';
    for (let after: string | undefined; ; ) {
      if (isOver()) return false;
      const { items, more } = await table.query({ ...query, limit: piece, ...(after && { after }) });
      const found = new Map(items.flatMap(keysOf).map((key) => [`${key.pk} ${key.sk}`, key]));
      await table.batchWrite({ deletes: [...found.values()] });
      after = items.at(-1)?.[sort] as string | undefined;
      if (!more || after === undefined) return true;
    }
  };

  const itself = ({ pk, sk }: Item): Key[] => [{ pk, sk }];
  const withAddress = ({ pk, sk }: Item): Key[] => [{ pk, sk }, addressKeyOf(pk)];

  return {
    get: (id, minute) => readRecord<RemovedTenant>(table, keys.outbox(minute, id)),
    move: (removed, from, to) =>
      table.batchWrite({ puts: [removalItem(removed, to)], deletes: [keys.outbox(from, removed.id)] }),
    end: ({ id }, minute) => table.delete(keys.outbox(minute, id)),

    empty: async (id, isOver) => {
      const shards = Array.from({ length: listShards }, (_, shard) => shard);
      const withPointer = (item: Item) => [...itself(item), keys.suppressionId(id, listedId<'sup'>(item))];
      const done = await Promise.all([
        empty(partitions.counters(id), itself, isOver),
        ...shards.map((shard) => empty(indexes.addresses(id, shard), withPointer, isOver)),
        // An address item without a suppression isn't in any index, but its opt-out leads to it.
        ...shards.map((shard) => empty(indexes.optOuts(id, shard), withAddress, isOver)),
      ]);
      if (done.includes(false)) return false;
      await table.batchWrite({ deletes: [keys.limit(id, 'tenant'), keys.export(id)] });
      return true;
    },
  };
}

import type { PendingUnsubscribe } from '../core/records/lists.ts';
import { retention_s } from './retention.ts';
import { keys } from './schema.ts';
import { recordOf, type Table } from './table.ts';

/** Outbox rows of unsubscribes: written before the entry, deleted once its event is queued. */
export function pendingUnsubscribeStore(table: Table) {
  return {
    put: async (row: PendingUnsubscribe, minute: number): Promise<void> => {
      const ttl = minute * 60 + retention_s.outbox;
      await table.put({ ...keys.outbox(minute, row.id), et: 'unsubscribing', ttl, ...row });
    },

    get: async (id: string, minute: number): Promise<PendingUnsubscribe | null> => {
      const item = await table.get(keys.outbox(minute, id), { consistent: true });
      return item && recordOf<PendingUnsubscribe>(item);
    },

    delete: async (id: string, minute: number): Promise<void> => {
      await table.delete(keys.outbox(minute, id));
    },
  };
}

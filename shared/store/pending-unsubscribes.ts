import type { PendingUnsubscribe } from '../core/records/lists.ts';
import type { PendingUnsubscribeStore } from '../domain/ports/lists.ts';
import { retention_s } from './retention.ts';
import { keys } from './schema.ts';
import { recordOf, type Table } from './table.ts';

/** Outbox rows of unsubscribes: written before the entry, deleted once its event is queued. */
export function pendingUnsubscribeStore(table: Table): PendingUnsubscribeStore {
  return {
    put: async (row, minute) => {
      const ttl = minute * 60 + retention_s.outbox;
      await table.put({ ...keys.outbox(minute, row.id), et: 'unsubscribing', ttl, ...row });
    },

    get: async (id, minute) => {
      const item = await table.get(keys.outbox(minute, id), { consistent: true });
      return item && recordOf<PendingUnsubscribe>(item);
    },

    delete: async (id, minute) => {
      await table.delete(keys.outbox(minute, id));
    },
  };
}

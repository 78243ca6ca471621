import type { PendingUnsubscribe } from '../core/records/lists.ts';
import type { PendingUnsubscribeStore } from '../domain/ports/lists.ts';
import { outboxRow } from './outbox.ts';
import { keys } from './schema.ts';
import { readRecord, type Table } from './table.ts';

export function pendingUnsubscribeStore(table: Table): PendingUnsubscribeStore {
  return {
    put: (row, minute) => table.put({ ...outboxRow(minute, row.id, 'unsubscribing'), ...row }),

    get: (id, minute) => readRecord<PendingUnsubscribe>(table, keys.outbox(minute, id)),

    delete: (id, minute) => table.delete(keys.outbox(minute, id)),
  };
}

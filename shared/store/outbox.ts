import { fromDomain } from '../core/addresses.ts';
import type { Waiting } from '../core/backoff.ts';
import type { Email } from '../core/records/emails.ts';
import type { PendingUnsubscribe } from '../core/records/lists.ts';
import type { Id } from '../core/runtime.ts';
import type { EmailStore } from '../domain/ports/emails.ts';
import type { PendingUnsubscribeStore } from '../domain/ports/lists.ts';
import { orNull, retryUpdate } from './conflicts.ts';
import { queryAll } from './pages.ts';
import { retention_s } from './retention.ts';
import {
  entryOf,
  indexes,
  keys,
  listShards,
  outboxShards,
  partitions,
  schedulesFrom,
  shardOf,
} from './schema.ts';
import { type Expression, type Item, readRecord, type Table } from './table.ts';
import { setFields } from './updates.ts';

export const outboxRow = (minute: number, id: string, et: string, fields: object = {}): Item => ({
  ...keys.outbox(minute, id),
  et,
  ttl: minute * 60 + retention_s.outbox,
  ...fields,
});

/**
 * The outbox row of an email waiting for its time or a lease, or of an unfinished batch. Rows of scheduled
 * emails are in their account's sparse index by from-domain, for counting a domain's open schedules.
 */
export function outboxItem(
  email: { id: Id<'msg' | 'bat'>; account: Id<'acc'> } & (
    | { state?: never; from?: never }
    | Pick<Email, 'state' | 'from'>
  ),
  minute: number,
): Item {
  const { id, account, state, from = '' } = email;
  const domain = fromDomain(from);
  const index = entryOf(indexes.schedules(account, shardOf(id, listShards)), `${schedulesFrom(domain)}${id}`);
  return outboxRow(minute, id, 'outbox', { account, ...(state === 'scheduled' && index) });
}

export type OutboxStore = Pick<
  EmailStore,
  | 'deleteOutboxRow'
  | 'hasOutboxRow'
  | 'restoreOutboxRow'
  | 'setOutboxRowAside'
  | 'moveOutboxRow'
  | 'postponeOutboxRow'
  | 'listOutbox'
  | 'readSweep'
  | 'writeSweep'
  | 'readChecked'
  | 'writeChecked'
>;

/** Outbox rows for the sweep, and its progress. */
export function outboxStore(table: Table, runtime: Waiting): OutboxStore {
  const setOutbox = (id: Id<'msg'>, outbox: number, when: Expression) =>
    orNull(retryUpdate(table, runtime, setFields(keys.email(id), { outbox }, when)));

  return {
    deleteOutboxRow: (id, outbox) => table.delete(keys.outbox(outbox, id)),
    hasOutboxRow: async (id, outbox) =>
      (await table.get(keys.outbox(outbox, id), { consistent: true })) !== null,

    restoreOutboxRow: async (email, outbox) => {
      await table.put(outboxItem(email, outbox));
      const names = { '#state': 'state' };
      const when = { condition: '#state = :queued', names, values: { ':queued': 'queued' } };
      return (await setOutbox(email.id, outbox, when)) !== null;
    },

    setOutboxRowAside: async (email, from, to) => {
      await table.put(outboxItem(email, to));
      await table.delete(keys.outbox(from, email.id));
    },

    moveOutboxRow: async (email, from, to) => {
      const { id } = email;
      if (from === to) return;
      // With this order, the row that the email refers to always exists. The sweep deletes rows to which no
      // email refers.
      await table.put(outboxItem(email, to));
      const moved = await setOutbox(id, to, { condition: '#outbox = :from', values: { ':from': from } });
      if (moved !== null) await table.delete(keys.outbox(from, id));
    },

    postponeOutboxRow: async (id, from, to) => {
      const key = keys.outbox(from, id);
      const row = await table.get(key, { consistent: true });
      if (row === null) return;
      // The row's expiry stays the same, so work that can't succeed ends with it.
      await table.batchWrite({ puts: [{ ...row, ...keys.outbox(to, id) }], deletes: [key] });
    },

    listOutbox: async (minute) => {
      const ids: string[] = [];
      for (let shard = 0; shard < outboxShards; shard += 8) {
        const rowsOf = (_: unknown, i: number) =>
          queryAll(table, { ...partitions.outbox(minute, shard + i), consistent: true, limit: 1000 });
        const rows = await Promise.all(Array.from({ length: 8 }, rowsOf));
        // Added one by one, because a call takes at most about 120,000 arguments, and a minute may have more
        // emails.
        for (const { sk } of rows.flat()) ids.push(sk);
      }
      return ids;
    },

    readSweep: async () => (await readRecord<{ minute: number }>(table, keys.sweep()))?.minute ?? null,
    writeSweep: (minute) => table.put({ ...keys.sweep(), et: 'sweep', minute }),
    readChecked: async () => (await readRecord<{ until: number }>(table, keys.checked()))?.until ?? null,
    writeChecked: (until) => table.put({ ...keys.checked(), et: 'checked', until }),
  };
}

export function pendingUnsubscribeStore(table: Table): PendingUnsubscribeStore {
  return {
    put: (row, minute) => table.put(outboxRow(minute, row.id, 'unsubscribing', row)),
    get: (id, minute) => readRecord<PendingUnsubscribe>(table, keys.outbox(minute, id)),
    delete: (id, minute) => table.delete(keys.outbox(minute, id)),
  };
}

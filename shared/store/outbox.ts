import { bareAddress, canonicalAddress, domainOf } from '../core/addresses.ts';
import type { Waiting } from '../core/backoff.ts';
import type { Email } from '../core/records/emails.ts';
import type { PendingUnsubscribe } from '../core/records/lists.ts';
import type { EmailStore } from '../domain/ports/emails.ts';
import type { PendingUnsubscribeStore } from '../domain/ports/lists.ts';
import { conditionHeld, retryTransaction } from './conflicts.ts';
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
import { type Item, readRecord, type Table } from './table.ts';
import { setFields } from './updates.ts';

export const outboxRow = (minute: number, id: string, et: string, fields: object = {}): Item => ({
  ...keys.outbox(minute, id),
  et,
  ttl: minute * 60 + retention_s.outbox,
  ...fields,
});

/**
 * The outbox row of an email until a worker leases it (Q15), or of a batch until it is finished. Those of scheduled
 * emails are in a sparse index of their account by from-domain, so that the open schedules of a domain can be counted.
 */
export function outboxItem(
  email: { id: string; account: string } & ({ state?: never; from?: never } | Pick<Email, 'state' | 'from'>),
  minute: number,
): Item {
  const { id, account, state, from = '' } = email;
  const domain = domainOf(canonicalAddress(bareAddress(from)));
  const index = entryOf(indexes.schedules(account, shardOf(id, listShards)), `${schedulesFrom(domain)}${id}`);
  return outboxRow(minute, id, 'outbox', { account, ...(state === 'scheduled' && index) });
}

export type OutboxStore = Pick<
  EmailStore,
  | 'deleteOutboxRow'
  | 'setOutboxRowAside'
  | 'moveOutboxRow'
  | 'postponeOutboxRow'
  | 'listOutbox'
  | 'readSweep'
  | 'writeSweep'
>;

/** Outbox rows as the sweep sees them, and the minute up to which it is done. */
export function outboxStore(table: Table, runtime: Waiting): OutboxStore {
  return {
    deleteOutboxRow: (id, outbox) => table.delete(keys.outbox(outbox, id)),

    setOutboxRowAside: async (email, from, to) => {
      await table.put(outboxItem(email, to));
      await table.delete(keys.outbox(from, email.id));
    },

    moveOutboxRow: async (email, from, to) => {
      const { id } = email;
      // A concurrent move is as good as this one: the sweep finds the email under either minute. A transaction that is
      // running, or a throttled write, is none: a row that stayed in a minute that was swept would never be seen again.
      const when = { condition: '#outbox = :from', values: { ':from': from } };
      const moved = setFields(keys.email(id), { outbox: to }, when);
      const writes = [{ put: outboxItem(email, to) }, { delete: keys.outbox(from, id) }, moved];
      await conditionHeld(retryTransaction(table, runtime, writes));
    },

    postponeOutboxRow: async (id, from, to) => {
      const key = keys.outbox(from, id);
      const row = await table.get(key, { consistent: true });
      if (row === null) return;
      // Its expiry stays: what can never be done ends with it.
      await table.batchWrite({ puts: [{ ...row, ...keys.outbox(to, id) }], deletes: [key] });
    },

    listOutbox: async (minute) => {
      const ids: string[] = [];
      for (let shard = 0; shard < outboxShards; shard += 8) {
        const rowsOf = (_: unknown, i: number) =>
          queryAll(table, { ...partitions.outbox(minute, shard + i), consistent: true, limit: 1000 });
        const rows = await Promise.all(Array.from({ length: 8 }, rowsOf));
        // One by one: a call takes some 120,000 arguments, and a minute may have more emails.
        for (const { sk } of rows.flat()) ids.push(sk);
      }
      return ids;
    },

    readSweep: async () => (await readRecord<{ minute: number }>(table, keys.sweep()))?.minute ?? null,
    writeSweep: (minute) => table.put({ ...keys.sweep(), et: 'sweep', minute }),
  };
}

export function pendingUnsubscribeStore(table: Table): PendingUnsubscribeStore {
  return {
    put: (row, minute) => table.put(outboxRow(minute, row.id, 'unsubscribing', row)),
    get: (id, minute) => readRecord<PendingUnsubscribe>(table, keys.outbox(minute, id)),
    delete: (id, minute) => table.delete(keys.outbox(minute, id)),
  };
}

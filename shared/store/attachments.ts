import { dayOf, minuteOf } from '../core/days.ts';
import type { Upload } from '../core/records/emails.ts';
import type { Runtime } from '../core/runtime.ts';
import type { AttachmentStore } from '../domain/ports/emails.ts';
import { conditionHeld, retryTransaction } from './conflicts.ts';
import { writeCountedSend } from './counted-write.ts';
import { type Counted, withItem } from './limit-counts.ts';
import { objectKeys, type UploadObjects } from './objects.ts';
import { outboxRow } from './outbox.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import { type Item, present, readRecord, recordOf, type Table, type Update } from './table.ts';

/**
 * An upload may start just before the link expires. After this time, the bytes of an unused link are
 * released.
 */
const underway_ms = 600_000;

/** An upload's outbox row keeps these until the link expires: the bytes counted, and when. */
type Counting = Pick<Upload, 'account' | 'id' | 'size' | 'created_at'>;

const countingItem = ({ account, id, size, created_at }: Upload, expires_at: number): Item => {
  const minute = minuteOf(expires_at + underway_ms) + 1;
  return outboxRow(minute, id, 'counting_upload', { account, id, size, created_at });
};

/** Releases bytes on the UTC day that counted them, as long as that day lasts. */
const lessBytes = ({ account, size, created_at }: Counting): Update => ({
  update: keys.limit(account, 'uploads'),
  expression: 'ADD day_used :less, month_used :less',
  condition: '#day = :day',
  names: { '#day': 'day' },
  values: { ':less': -size, ':day': dayOf(Date.parse(created_at)) },
});

/** Uploaded files: registrations in the table, bytes in the bucket. */
export function attachmentStore(table: Table, objects: UploadObjects, runtime: Runtime): AttachmentStore {
  const keyOf = ({ account, id }: Pick<Upload, 'account' | 'id'>) => objectKeys.attachment(account, id);
  return {
    create: async (upload, counting) => {
      const ttl = ttlAfter(upload.created_at, retention_s.upload);
      const item = { ...keys.attachment(upload.account, upload.id), et: 'attachment', ttl, ...upload };
      if (counting === null) {
        await table.put(item);
        return 'created';
      }
      const { limit, expires_at } = counting;
      const counts = await table.get(keys.limit(limit.owner, limit.kind));
      const write = async ({ exceeded: [exceeded], counts: parts }: Counted) => {
        if (exceeded) return { exceeded };
        await table.transact([{ put: item }, { put: countingItem(upload, expires_at) }, ...parts]);
        return 'created' as const;
      };
      const isCreated = (result: unknown) => result === 'created';
      return writeCountedSend({ table, runtime }, [withItem(limit, counts)], write, isCreated);
    },

    giveBackUnused: async (id, minute) => {
      const row = keys.outbox(minute, id);
      const counted = await readRecord<Counting>(table, row);
      if (counted === null) return;
      const isUsed = (await objects.head(keyOf(counted))) !== null;
      const writes = [
        { delete: row, condition: present },
        { delete: keys.attachment(counted.account, id) },
        lessBytes(counted),
      ];
      if (isUsed || !(await conditionHeld(retryTransaction(table, runtime, writes)))) await table.delete(row);
    },

    link: (upload, seconds) =>
      objects.link(keyOf(upload), { content_type: upload.content_type, size: upload.size, seconds }),

    find: async (account, ids) => {
      const wanted = ids.map((id) => keys.attachment(account, id));
      const [items, stored] = await Promise.all([
        table.batchGet(wanted, { consistent: true }),
        Promise.all(ids.map((id) => objects.head(keyOf({ account, id })))),
      ]);
      return items.map((item, i) => item && { ...recordOf<Upload>(item), stored: stored[i] ?? null });
    },

    read: (upload, etag) => objects.get(keyOf(upload), etag),
  };
}

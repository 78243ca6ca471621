import type { StoredUpload, Upload } from '../core/records/emails.ts';
import type { Id } from '../core/runtime.ts';
import { objectKeys } from './object-keys.ts';
import type { Link, UploadObjects } from './objects.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import { type Item, recordOf, type Table } from './table.ts';

/** Uploaded files: what was registered in the table, the bytes in the bucket. */
export function attachmentStore(table: Table, objects: UploadObjects) {
  const keyOf = ({ account, id }: Pick<Upload, 'account' | 'id'>) => objectKeys.attachment(account, id);
  return {
    create: (upload: Upload): Promise<void> => {
      const ttl = ttlAfter(upload.created_at, retention_s.upload);
      return table.put({ ...keys.attachment(upload.account, upload.id), et: 'attachment', ttl, ...upload });
    },

    link: (upload: Upload, seconds: number): Promise<Link> =>
      objects.link(keyOf(upload), { content_type: upload.content_type, size: upload.size, seconds }),

    find: async (account: Id<'acc'>, ids: Id<'att'>[]): Promise<(StoredUpload | null)[]> => {
      const [items, stored] = await Promise.all([
        table.batchGet(
          ids.map((id) => keys.attachment(account, id)),
          { consistent: true },
        ),
        Promise.all(ids.map((id) => objects.head(keyOf({ account, id })))),
      ]);
      return items.map((item: Item | null, i) =>
        item === null ? null : { ...recordOf<Upload>(item), stored: stored[i] ?? null },
      );
    },

    read: (upload: Pick<Upload, 'account' | 'id'>, etag: string): Promise<Uint8Array | null> =>
      objects.get(keyOf(upload), etag),
  };
}

import type { Upload } from '../core/records/emails.ts';
import type { AttachmentStore } from '../domain/ports/emails.ts';
import { objectKeys, type UploadObjects } from './objects.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import { recordOf, type Table } from './table.ts';

/** Uploaded files: their registrations in the table, their bytes in the bucket. */
export function attachmentStore(table: Table, objects: UploadObjects): AttachmentStore {
  const keyOf = ({ account, id }: Pick<Upload, 'account' | 'id'>) => objectKeys.attachment(account, id);
  return {
    create: (upload) => {
      const ttl = ttlAfter(upload.created_at, retention_s.upload);
      return table.put({ ...keys.attachment(upload.account, upload.id), et: 'attachment', ttl, ...upload });
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

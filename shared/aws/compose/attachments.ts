import type { Attachments } from '../../domain/context.ts';
import { attachmentStore } from '../../store/attachments.ts';
import type { UploadObjects } from '../../store/objects.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Files that callers upload ahead of the emails that carry them. */
export const attachments: Family<Attachments> = ({ aws, base, config, table }) => {
  const uploads = lazyPort<UploadObjects>(async () => {
    const { s3Uploads } = await import('../objects.ts');
    return s3Uploads(aws, config.BODY_BUCKET, base.runtime.now);
  }, ['link', 'head', 'get']);
  return { attachments: attachmentStore(table, uploads) };
};

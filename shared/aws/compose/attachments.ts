import type { Attachments } from '../../domain/context.ts';
import { attachmentStore } from '../../store/attachments.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Files that callers upload ahead of the emails that carry them. */
export const attachments: Family<Attachments> = ({ bucket, table }) => {
  const uploads = lazyPort(async () => (await bucket()).uploads, ['link', 'head', 'get']);
  return { attachments: attachmentStore(table, uploads) };
};

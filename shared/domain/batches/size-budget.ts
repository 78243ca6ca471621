import { AppError } from '../../core/errors.ts';
import type { Entry } from '../content/batch-entries.ts';

/** Bytes of html and text of all items together: a hundred items of one large template would be 400 MB. */
const maxRendered = 40 * 1024 * 1024;

const bytesOf = ({ content }: Entry) =>
  Buffer.byteLength(content.html ?? '') + Buffer.byteLength(content.text ?? '');

/**
 * Adds up what the items of one batch are once rendered, and returns each as it is. Throws 413 for the whole batch
 * (Q25) as soon as they are over 40 MB: rendering and packing all of 400 MB takes 7 s and 600 MB.
 */
export function createSizeBudget(): (entry: Entry) => Entry {
  let left = maxRendered;
  return (entry) => {
    left -= bytesOf(entry);
    if (left >= 0) return entry;
    throw new AppError('payload_too_large', 'The emails of the batch are over 40 MB once rendered', {
      details: { limit: maxRendered },
      hint: 'Send them in smaller batches',
    });
  };
}

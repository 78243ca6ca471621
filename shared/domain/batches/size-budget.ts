import { AppError } from '../../core/errors.ts';

/** Bytes of html and text of all items together: to render and pack 400 MB takes 7 s and 600 MB. */
const maxRendered = 40 * 1024 * 1024;

type Parts = { html: string | null; text: string | null };

/** Adds up the parts of a batch; throws 413, for all of it (Q25). */
export function createSizeBudget(): (parts: Parts) => void {
  let left = maxRendered;
  return ({ html, text }) => {
    left -= Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');
    if (left >= 0) return;
    throw new AppError('payload_too_large', 'The emails of the batch are over 40 MB once rendered', {
      details: { limit: maxRendered },
      hint: 'Send them in smaller batches',
    });
  };
}

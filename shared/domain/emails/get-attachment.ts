import { AppError, notFound } from '../../core/errors.ts';
import type { Email, SentFile } from '../../core/records/emails.ts';
import { readFiles } from '../attachments/read-files.ts';
import { isMime } from '../content/pack.ts';
import { readStored } from '../content/read-unexpired.ts';
import type { Attachments, Base, Caller, Mail } from '../context.ts';
import { getEmail } from './get-email.ts';

async function bytesOf(
  ctx: Base & Mail & Attachments,
  email: Email,
  index: number,
): Promise<Uint8Array | null> {
  const kept = await readStored(ctx, email);
  if (kept === null) return null;
  if (isMime(kept)) return (await import('../content/api-content.ts')).relayedFile(kept, index);
  const file = kept.attachments[index];
  const [read] = (file && (await readFiles(ctx, email, [file]))) ?? [];
  return read?.data ?? null;
}

/**
 * A file of an email, by its place in `attachments`. Throws 404 for an unknown email or place, and 409
 * content_expired once the file is no longer stored, and 413 for more than `max` bytes.
 */
export async function getAttachment(
  ctx: Base & Mail & Attachments,
  caller: Caller,
  { id, index, max }: { id: string; index: number; max: number },
): Promise<SentFile & { data: Uint8Array }> {
  const email = await getEmail(ctx, caller, id);
  const file = email.attachments?.[index];
  if (file === undefined) throw notFound('Attachment');
  if (file.size > max)
    throw new AppError('payload_too_large', 'This attachment is too large to download here');
  const data = await bytesOf(ctx, email, index);
  if (data === null) throw new AppError('content_expired', 'This attachment is no longer stored');
  return { ...file, data };
}

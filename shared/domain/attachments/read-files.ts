import type { Email } from '../../core/records/emails.ts';
import type { Attachment } from '../../mail/attachments.ts';
import { composedSize } from '../content/composed-size.ts';
import type { Content, StoredContent } from '../content/pack.ts';
import type { Attachments, Context } from '../context.ts';
import type { AttemptOutcome } from '../ports/sending.ts';

/** Larger composed emails go one at a time per process. */
const large_bytes = 6 * 1024 * 1024;

/**
 * The longest time that an email waits behind other large emails. The rest of the function's time is for
 * sending.
 */
const patience_ms = 8_000;

/** An email's files with their bytes. Null if an upload is gone or was replaced since the email was accepted. */
export async function readFiles(
  ctx: Attachments,
  { account }: Email,
  files: Content['attachments'],
): Promise<Attachment[] | null> {
  const etags = new Map(files.flatMap((file) => ('upload' in file ? [[file.upload, file.etag]] : [])));
  const read = new Map<string, Uint8Array | null>();
  await Promise.all(
    [...etags].map(async ([id, etag]) => read.set(id, await ctx.attachments.read({ account, id }, etag))),
  );
  const loaded: Attachment[] = [];
  for (const file of files) {
    if (!('upload' in file)) {
      loaded.push(file);
      continue;
    }
    const { upload, size: _size, etag: _etag, ...rest } = file;
    const bytes = read.get(upload);
    if (!bytes) return null;
    loaded.push({ ...rest, data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) });
  }
  return loaded;
}

let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs `send` immediately, or after earlier large messages if its own is large. Ten large messages at a time
 * would exceed the function's memory. Returns `later` if the wait left too little time.
 */
export function oneLargeAtATime<T>(
  ctx: Pick<Context, 'runtime'>,
  content: StoredContent,
  send: () => Promise<T>,
): Promise<T | AttemptOutcome> {
  if (composedSize(content) <= large_bytes) return send();
  const asked = ctx.runtime.now();
  const late = () => ctx.runtime.now() - asked > patience_ms;
  const mine = previous.then<T | AttemptOutcome>(() =>
    late() ? { outcome: 'later', reason: 'busy' } : send(),
  );
  previous = mine.catch(() => {});
  return mine;
}

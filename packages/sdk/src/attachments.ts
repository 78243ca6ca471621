import { bytesOf } from './bytes.ts';
import { errorOf } from './errors.ts';
import { exchange } from './exchange.ts';
import type { Attachment, Resources } from './generated/types.ts';
import type { Settings } from './options.ts';
import { retried } from './retry.ts';
import type { CallOptions, InlineFile, SendAttachment } from './types.ts';

/** A file of up to 10 MB to upload. `data` is its bytes. */
export type Upload = {
  name: string;
  content_type?: string | undefined;
  data: Uint8Array | ArrayBuffer | Blob;
};

/**
 * Max bytes of files and texts in a single 5 MB request, where files are in base64. Beyond that, files are
 * uploaded first.
 */
const inlineBytes = 3 * 1024 * 1024;

/** Checked by structure, not class, because test runners have separate byte classes per file. */
function sizeOf(data: unknown): number {
  const { size, byteLength, arrayBuffer } = (data ?? {}) as Record<string, unknown>;
  if (typeof size === 'number' && typeof arrayBuffer === 'function') return size;
  if (typeof byteLength === 'number') return byteLength;
  throw new TypeError('data must be bytes: a Uint8Array, an ArrayBuffer, or a Blob');
}

/** PUTs the bytes to the upload's URL. The first upload wins, so retries are safe. */
async function put(
  settings: Settings,
  { upload_url, content_type }: Attachment,
  data: Upload['data'],
  options: CallOptions,
) {
  const made = {
    method: 'PUT',
    path: '/attachments upload',
    url: upload_url,
    init: {
      method: 'PUT',
      headers: { 'content-type': content_type, 'if-none-match': '*' },
      body: data as NonNullable<RequestInit['body']>,
    },
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    signal: options.signal,
    repeatable: true,
  };
  await retried(settings, options, async (attempt, unanswered) => {
    const { status } = await exchange(settings, made, attempt);
    if ((status >= 200 && status < 300) || (status === 412 && unanswered)) return;
    const message = `An attachment upload was refused with HTTP ${status}`;
    // S3 returns 409 while an earlier try, whose response was lost, is still being stored.
    throw errorOf({ message, status, retryable: status >= 500 || (status === 409 && unanswered) });
  });
}

/** `attachments.upload`: registers a file and uploads its bytes. */
export const uploadOf =
  ({ attachments }: Resources, settings: Settings) =>
  async ({ name, content_type, data }: Upload, options: CallOptions = {}): Promise<{ id: string }> => {
    const size = sizeOf(data);
    const type = content_type ?? ('type' in data && data.type !== '' ? data.type : undefined);
    const made = await attachments.create(
      { name, size, ...(type !== undefined && { content_type: type }) },
      options,
    );
    await put(settings, made, data, options);
    return { id: made.id };
  };

type Uploads = { attachments: { upload: ReturnType<typeof uploadOf> } };

/** A send's files: inline, or by upload ids if the request has no room for them. */
export async function filesOf(
  { attachments }: Uploads,
  files: InlineFile[],
  textBytes: number,
  options?: CallOptions,
): Promise<SendAttachment[]> {
  const size = ({ data }: InlineFile) => (typeof data === 'string' ? (data.length * 3) / 4 : data.byteLength);
  if (files.reduce((sum, file) => sum + size(file), textBytes) <= inlineBytes) return files;
  const uploaded: SendAttachment[] = [];
  for (const { content_id, data, ...file } of files) {
    const bytes = typeof data === 'string' ? bytesOf(data) : data;
    const { id } = await attachments.upload({ ...file, data: bytes }, options);
    uploaded.push({ id, ...(content_id !== undefined && { content_id }) });
  }
  return uploaded;
}

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** A body as the browser takes it; a small one stays as it is (D42). */
export function compressed(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
): { body: Uint8Array<ArrayBuffer>; encoding: string | null } {
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (body.length < 1024) return { body, encoding: null };
  if (/\bbr\b/.test(accepted))
    return { body: Buffer.from(brotliCompressSync(body, { params })), encoding: 'br' };
  if (/\bgzip\b/.test(accepted)) return { body: Buffer.from(gzipSync(body)), encoding: 'gzip' };
  return { body, encoding: null };
}

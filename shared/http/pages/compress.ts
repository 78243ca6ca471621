import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** Whether the browser accepts a coding; `q=0` rejects it (RFC 9110 12.5.3). */
const takes = (accepted: string, coding: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight = '']) => name === coding && !/^q=0(?:\.0*)?$/.test(weight));

/** Compresses a body with a coding the browser accepts. Small bodies stay as they are. */
export function compressed(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
): { body: Uint8Array<ArrayBuffer>; encoding: string | null } {
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (body.length < 1024) return { body, encoding: null };
  if (takes(accepted, 'br'))
    return { body: Buffer.from(brotliCompressSync(body, { params })), encoding: 'br' };
  if (takes(accepted, 'gzip')) return { body: Buffer.from(gzipSync(body)), encoding: 'gzip' };
  return { body, encoding: null };
}

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Large inputs use quality 1: a tenth of the time of quality 5, for a few percent more size. */
const quality = (bytes: number) => ({
  // The result is a slice of its chunk and keeps the whole chunk in memory, 16 KB by default.
  chunkSize: Math.min(16 * 1024, bytes + 1024),
  params: {
    [constants.BROTLI_PARAM_QUALITY]: bytes > 256 * 1024 ? 1 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});

export const compress = (bytes: Uint8Array): Buffer => brotliCompressSync(bytes, quality(bytes.length));

export const decompress = (bytes: Uint8Array): Buffer => brotliDecompressSync(bytes);

export const packJson = (value: unknown): Buffer => compress(Buffer.from(JSON.stringify(value)));

export const unpackJson = <T>(packed: Uint8Array): T => JSON.parse(decompress(packed).toString('utf8')) as T;

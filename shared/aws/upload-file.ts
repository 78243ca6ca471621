import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** S3 takes no smaller part, but as the last one. */
const part_bytes = 5 * 1024 * 1024;

/** S3 refuses a part with another checksum than the upload was begun with, and the SDK gives each part one of its own accord. */
const checked = { ChecksumAlgorithm: 'CRC32' } as const;

/** What comes, in parts of at least `part_bytes`; the last is smaller, and may be empty. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < part_bytes) continue;
    yield { bytes: Buffer.concat(held), last: false };
    held = [];
    size = 0;
  }
  yield { bytes: Buffer.concat(held), last: true };
}

type File = {
  at: { Bucket: string; Key: string };
  headers: { ContentType: string; ContentDisposition: string };
  chunks: AsyncIterable<Uint8Array>;
};

/**
 * Writes an object of any size with a few megabytes of memory: in parts, one at a time, or at once when one is enough. An upload that
 * breaks off shows no object, and the bucket forgets its parts after a day.
 */
export async function uploadFile(client: S3Client, { at, headers, chunks }: File): Promise<void> {
  const done: { PartNumber: number; ETag: string | undefined; ChecksumCRC32: string | undefined }[] = [];
  let UploadId: string | undefined;
  for await (const { bytes, last } of partsOf(chunks)) {
    if (last && UploadId === undefined) {
      await client.send(new PutObjectCommand({ ...at, ...headers, Body: bytes }));
      return;
    }
    if (bytes.length === 0) continue;
    UploadId ??= (await client.send(new CreateMultipartUploadCommand({ ...at, ...headers, ...checked })))
      .UploadId;
    const PartNumber = done.length + 1;
    const part = { ...at, UploadId, PartNumber, Body: bytes, ...checked };
    const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(part));
    done.push({ PartNumber, ETag, ChecksumCRC32 });
  }
  const whole = { ...at, UploadId, MultipartUpload: { Parts: done } };
  await client.send(new CompleteMultipartUploadCommand(whole));
}

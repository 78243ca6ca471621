import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { attachedAs } from '../core/disposition.ts';
import type { Id } from '../core/runtime.ts';
import type { Exports } from '../domain/ports/lists.ts';
import {
  accountPrefixes,
  type DownloadObjects,
  type Objects,
  objectKeys,
  type UploadObjects,
} from '../store/objects.ts';
import { type Aws, clientOptions } from './clients.ts';
import { presign } from './presign.ts';

export type Bucket = {
  objects: Objects;
  exports: Pick<Exports, 'put'>;
  uploads: UploadObjects;
  downloads: DownloadObjects;
  /** Deletes all objects of an account. Returns their count. */
  empty: (account: Id<'acc'>) => Promise<number>;
};

export function s3Bucket(aws: Aws, bucket: string, now: () => number): Bucket {
  const options = clientOptions(aws, 's3');
  const client = new S3Client(options);
  // By default the SDK adds a checksum to every upload. A link would include the checksum of zero bytes.
  const linking = new S3Client({ ...options, requestChecksumCalculation: 'WHEN_REQUIRED' });
  return {
    objects: ownObjects(client, bucket),
    exports: exportFiles(client, bucket, now),
    uploads: uploadObjects(linking, bucket, now),
    downloads: downloadObjects(client, bucket, now),
    empty: async (account) => {
      let deleted = 0;
      for (const prefix of accountPrefixes(account)) deleted += await emptyPrefix(client, bucket, prefix);
      return deleted;
    },
  };
}

/** Deletes page by page: deleted objects aren't on the next page. */
async function emptyPrefix(client: S3Client, Bucket: string, Prefix: string): Promise<number> {
  for (let deleted = 0; ; ) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    if (Contents.length === 0) return deleted;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const deletion = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
    const { Errors = [] } = await client.send(deletion);
    if (Errors.length > 0)
      throw new Error(`S3 did not delete the objects under ${Prefix}: ${Errors[0]?.Code}`);
    deleted += Objects.length;
  }
}

/** S3's response. Null if S3 fails with one of these error names. */
async function orNull<T>(asked: Promise<T>, ...names: string[]): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof S3ServiceException && names.includes(error.name)) return null;
    throw error;
  }
}

async function bytesOf(client: S3Client, input: GetObjectCommandInput): Promise<Uint8Array | null> {
  const answer = await client.send(new GetObjectCommand(input));
  return (await answer.Body?.transformToByteArray()) ?? null;
}

function ownObjects(client: S3Client, Bucket: string): Objects {
  return {
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    get: (Key) => orNull(bytesOf(client, { Bucket, Key }), 'NoSuchKey'),
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

function exportFiles(client: S3Client, Bucket: string, now: () => number): Bucket['exports'] {
  return {
    put: async (account, { name, type, bytes }, seconds) => {
      const at = { Bucket, Key: objectKeys.export(account, name) };
      const headers = { ContentType: type, ContentDisposition: `attachment; filename="${name}"` };
      await client.send(new PutObjectCommand({ ...at, ...headers, Body: bytes }));
      return (await presign(client, new GetObjectCommand(at), { now: now(), seconds })).url;
    },
  };
}

function uploadObjects(client: S3Client, Bucket: string, now: () => number): UploadObjects {
  return {
    link: (Key, { content_type, size, seconds }) => {
      // The first upload wins: an email accepted with it must not change or fail later (Q57).
      const file = { ContentLength: size, ContentType: content_type, IfNoneMatch: '*' };
      const command = new PutObjectCommand({ Bucket, Key, ...file });
      return presign(client, command, { now: now(), seconds, headers: ['content-type'] });
    },
    head: async (Key) => {
      const asked = client.send(new HeadObjectCommand({ Bucket, Key }));
      const found = await orNull(asked, 'NotFound', 'NoSuchKey');
      if (found === null) return null;
      const { ContentLength: size = 0, ETag: etag = '', LastModified } = found;
      return { size, etag, at: LastModified?.getTime() ?? 0 };
    },
    get: (Key, IfMatch) =>
      orNull(bytesOf(client, { Bucket, Key, IfMatch }), 'NoSuchKey', 'PreconditionFailed'),
  };
}

/** Objects that callers download. Browsers save them, whatever their type, and never display them. */
function downloadObjects(client: S3Client, Bucket: string, now: () => number): DownloadObjects {
  return {
    show: (Key, { filename, seconds }) => {
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: 'application/octet-stream',
        ResponseContentDisposition: attachedAs(filename),
      });
      return presign(client, command, { now: now(), seconds });
    },
  };
}

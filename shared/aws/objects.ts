import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Exports } from '../domain/ports/lists.ts';
import { accountPrefixes, objectKeys } from '../store/object-keys.ts';
import type { DownloadObjects, Objects, UploadObjects } from '../store/objects.ts';
import { type Aws, clientOptions } from './clients.ts';
import { presign } from './presign.ts';

/** What families make of the body bucket. */
export type Bucket = {
  objects: Objects;
  exports: Pick<Exports, 'put'>;
  uploads: UploadObjects;
  downloads: DownloadObjects;
  /** Deletes every object of an account; how many there were. */
  empty: (account: string) => Promise<number>;
};

/** The body bucket. */
export function s3Bucket(aws: Aws, bucket: string, now: () => number): Bucket {
  const options = clientOptions(aws, 's3');
  const client = new S3Client(options);
  // By default the SDK adds a checksum to every upload, and a link would carry that of no bytes at all.
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

/** Page by page: what is deleted is not in the next one. */
async function emptyPrefix(client: S3Client, Bucket: string, Prefix: string): Promise<number> {
  for (let deleted = 0; ; ) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    if (Contents.length === 0) return deleted;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`S3 deletes no object of ${Prefix}: ${Errors[0]?.Code}`);
    deleted += Objects.length;
  }
}

function ownObjects(client: S3Client, bucket: string): Objects {
  return {
    put: async (key, bytes) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
    },
    get: async (key) => {
      try {
        const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return (await answer.Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

/** Files that a caller gets by a link. */
function exportFiles(client: S3Client, bucket: string, now: () => number): Bucket['exports'] {
  const fileOf = (account: string, { name, type }: { name: string; type: string }) => ({
    at: { Bucket: bucket, Key: objectKeys.export(account, name) },
    headers: { ContentType: type, ContentDisposition: `attachment; filename="${name}"` },
  });
  const linkTo = async (at: { Bucket: string; Key: string }, seconds: number) =>
    (await presign(client, new GetObjectCommand(at), { now: now(), seconds })).url;
  return {
    put: async (account, file, seconds) => {
      const { at, headers } = fileOf(account, file);
      await client.send(new PutObjectCommand({ ...at, ...headers, Body: file.bytes }));
      return linkTo(at, seconds);
    },
  };
}

/** Objects that callers put there themselves. */
function uploadObjects(client: S3Client, bucket: string, now: () => number): UploadObjects {
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    link: (key, { content_type, size, seconds }) => {
      // The first upload stays: an email that was accepted with it must not change or fail later (Q57).
      const file = { ContentLength: size, ContentType: content_type, IfNoneMatch: '*' };
      const command = new PutObjectCommand({ ...at(key), ...file });
      return presign(client, command, { now: now(), seconds, headers: ['content-type'] });
    },
    head: async (key) => {
      try {
        const { ContentLength, ETag, LastModified } = await client.send(new HeadObjectCommand(at(key)));
        return { size: ContentLength ?? 0, etag: ETag ?? '', at: LastModified?.getTime() ?? 0 };
      } catch (error) {
        if (error instanceof NotFound || error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    get: async (key, etag) => {
      try {
        const answer = await client.send(new GetObjectCommand({ ...at(key), IfMatch: etag }));
        return (await answer.Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        if (error instanceof S3ServiceException && error.name === 'PreconditionFailed') return null;
        throw error;
      }
    },
  };
}

/** RFC 6266: the name in ASCII, and as it is for who reads the extended form. */
function attached(filename: string): string {
  const ascii = filename.replace(/[^ -~]|["\\%]/g, '_');
  const extended = encodeURIComponent(filename).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`;
}

/** Objects that callers download; whatever their type, a browser stores and never shows them (R50). */
function downloadObjects(client: S3Client, bucket: string, now: () => number): DownloadObjects {
  return {
    show: (key, { filename, seconds }) => {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: 'application/octet-stream',
        ResponseContentDisposition: attached(filename),
      });
      return presign(client, command, { now: now(), seconds });
    },
  };
}

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Exports } from '../domain/ports/lists.ts';
import type { Objects, UploadObjects } from '../store/objects.ts';
import { objectKeys } from '../store/schema.ts';
import { type Aws, clientOptions } from './clients.ts';
import { presign } from './presign.ts';

/** Objects of the body bucket. */
export function s3Objects(aws: Aws, bucket: string): Objects {
  const client = new S3Client(clientOptions(aws, 's3'));
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

/** Files of the body bucket that a caller gets by a link. */
export function s3Exports(aws: Aws, bucket: string, now: () => number): Pick<Exports, 'put'> {
  const client = new S3Client(clientOptions(aws, 's3'));
  return {
    put: async (account, name, bytes, seconds) => {
      const at = { Bucket: bucket, Key: objectKeys.export(account, name) };
      const type = {
        ContentType: 'text/csv; charset=utf-8',
        ContentDisposition: `attachment; filename="${name}"`,
      };
      await client.send(new PutObjectCommand({ ...at, Body: bytes, ...type }));
      return presign(client, at, { method: 'GET', region: aws.region, now: now(), seconds });
    },
  };
}

/** Objects of the body bucket that callers put there themselves. */
export function s3Uploads(aws: Aws, bucket: string, now: () => number): UploadObjects {
  const client = new S3Client(clientOptions(aws, 's3'));
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    link: (key, { content_type, size, seconds }) => {
      // The first upload stays: an email that was accepted with it must not change or fail later (Q57).
      const headers = {
        'content-length': String(size),
        'content-type': content_type,
        'if-none-match': '*',
      };
      return presign(client, at(key), { method: 'PUT', region: aws.region, now: now(), seconds, headers });
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

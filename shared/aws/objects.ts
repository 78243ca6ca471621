import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Exports } from '../domain/context.ts';
import type { Objects } from '../store/objects.ts';
import { objectKeys } from '../store/schema.ts';
import { presign } from './presign.ts';

/** Objects of the body bucket. */
export function s3Objects(region: string, bucket: string): Objects {
  const client = new S3Client({ region, forcePathStyle: true });
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
export function s3Exports(region: string, bucket: string, now: () => number): Exports {
  const client = new S3Client({ region, forcePathStyle: true });
  return {
    put: async (account, name, bytes, seconds) => {
      const at = { Bucket: bucket, Key: objectKeys.export(account, name) };
      const type = {
        ContentType: 'text/csv; charset=utf-8',
        ContentDisposition: `attachment; filename="${name}"`,
      };
      await client.send(new PutObjectCommand({ ...at, Body: bytes, ...type }));
      return presign(client, new GetObjectCommand(at), { region, now: now(), seconds });
    },
  };
}

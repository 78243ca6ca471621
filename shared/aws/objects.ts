import type { S3Client } from '@aws-sdk/client-s3';
import type { Objects } from '../store/objects.ts';

/**
 * Objects of the body bucket. The client is loaded with the first large body: most sends never need it, and it
 * is a third of a function's import time.
 */
export function s3Objects(client: () => Promise<S3Client>, bucket: string): Objects {
  return {
    put: async (key, bytes) => {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      await (await client()).send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
    },
    get: async (key) => {
      const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3');
      try {
        const answer = await (await client()).send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return (await answer.Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (key) => {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      await (await client()).send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

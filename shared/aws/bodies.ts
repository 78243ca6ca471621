import type { S3Client } from '@aws-sdk/client-s3';
import type { Bodies } from '../store/emails.ts';

/**
 * Large bodies in the bucket, under their account. The client is loaded at the first large body: most sends
 * never need it, and it is a third of a function's import time.
 */
export function s3Bodies(client: () => Promise<S3Client>, bucket: string): Bodies {
  const at = (id: string, account: string) => ({ Bucket: bucket, Key: `bodies/${account}/${id}` });
  return {
    put: async (id, account, content) => {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      await (await client()).send(new PutObjectCommand({ ...at(id, account), Body: content }));
    },
    get: async (id, account) => {
      const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3');
      try {
        const answer = await (await client()).send(new GetObjectCommand(at(id, account)));
        return (await answer.Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (id, account) => {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      await (await client()).send(new DeleteObjectCommand(at(id, account)));
    },
  };
}

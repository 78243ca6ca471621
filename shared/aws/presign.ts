import type { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Link } from '../store/objects.ts';

/**
 * A link to an object: `seconds` long, or until the session of the credentials that sign it ends, whichever is
 * earlier (P32). Lambda does not say when its sessions end; a container does. The request must carry
 * the command's headers word for word; Content-Type only when `headers` names it.
 */
export async function presign(
  client: S3Client,
  command: GetObjectCommand | PutObjectCommand,
  { now, seconds, headers = [] }: { now: number; seconds: number; headers?: string[] },
): Promise<Link> {
  const { expiration } = await client.config.credentials();
  const session_s = expiration === undefined ? seconds : Math.floor((expiration.getTime() - now) / 1000);
  const expiresIn = Math.max(1, Math.min(seconds, session_s));
  const url = await getSignedUrl(client, command, {
    expiresIn,
    signingDate: new Date(now),
    signableHeaders: new Set(headers),
  });
  return { url, expires_at: now + expiresIn * 1000 };
}

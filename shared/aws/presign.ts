import type { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Link } from '../store/objects.ts';

/**
 * Lambda doesn't tell when its sessions end. They reportedly last 12 h from the process start (an hour is
 * subtracted here), and at least as long as the longest invocation, 15 min (docs/internals/decisions/0011).
 */
const unsaid = { whole_s: 11 * 3600, least_s: 900 };

/**
 * A link to an object, valid for `seconds` or until the signing credentials expire, whichever is earlier. The
 * request must send the command's headers exactly; Content-Type only if `headers` names it.
 */
export async function presign(
  client: S3Client,
  command: GetObjectCommand | PutObjectCommand,
  { now, seconds, headers = [], age_s = process.uptime() }: PresignOptions,
): Promise<Link> {
  const session_s = leftOf(await client.config.credentials(), now, age_s);
  const expiresIn = Math.max(1, Math.min(seconds, session_s));
  const url = await getSignedUrl(client, command, {
    expiresIn,
    signingDate: new Date(now),
    signableHeaders: new Set(headers),
  });
  return { url, expires_at: now + expiresIn * 1000 };
}

/** `now` in epoch milliseconds; `age_s` is the age of the process that has the credentials. */
type PresignOptions = { now: number; seconds: number; headers?: string[]; age_s?: number };

type Credentials = Awaited<ReturnType<S3Client['config']['credentials']>>;

/** Whole seconds until a session ends. Keys without a session don't expire. */
function leftOf({ expiration, sessionToken }: Credentials, now: number, age_s: number): number {
  if (expiration !== undefined) return Math.floor((expiration.getTime() - now) / 1000);
  return sessionToken
    ? Math.max(unsaid.least_s, Math.floor(unsaid.whole_s - age_s))
    : Number.POSITIVE_INFINITY;
}

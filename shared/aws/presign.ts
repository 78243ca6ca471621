import type { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Link } from '../store/objects.ts';

/**
 * Lambda does not say when its sessions end. They are reported to last 12 h from the start of the process, of which an
 * hour is left out, and they outlive the longest invocation, 15 min (docs/internals/decisions/0011).
 */
const unsaid = { whole_s: 11 * 3600, least_s: 900 };

/**
 * A link to an object: `seconds` long, or until the session of the credentials that sign it ends, whichever is
 * earlier. The request must carry the command's headers word for word; Content-Type only when `headers` names it.
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

/** `now` in epoch milliseconds, `age_s` of the process that has the credentials. */
type PresignOptions = { now: number; seconds: number; headers?: string[]; age_s?: number };

type Credentials = Awaited<ReturnType<S3Client['config']['credentials']>>;

/** The whole seconds until a session ends; keys without a session do not end. */
function leftOf({ expiration, sessionToken }: Credentials, now: number, age_s: number): number {
  if (expiration !== undefined) return Math.floor((expiration.getTime() - now) / 1000);
  return sessionToken
    ? Math.max(unsaid.least_s, Math.floor(unsaid.whole_s - age_s))
    : Number.POSITIVE_INFINITY;
}

import { createHash } from 'node:crypto';

/** The ways to write a secret: as is, encoded, and in its usual digests. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    ...[secret, encodeURIComponent(secret), bytes.toString('hex')],
    ...[bytes.toString('base64'), bytes.toString('base64url')],
    // In HTTP basic authorization, with the providers' user names.
    ...['api:', 'apikey:'].map((user) => Buffer.from(user + secret).toString('base64')),
    ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
      (['hex', 'base64', 'base64url'] as const).map((form) => createHash(name).update(secret).digest(form)),
    ),
  ];
}

/** The secrets that a text includes in any form. */
export const foundIn = (text: string, secrets: string[]): string[] => {
  const folded = text.toLowerCase();
  return secrets.flatMap(formsOf).filter((form) => folded.includes(form.toLowerCase()));
};

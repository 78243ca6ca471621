import { createHash } from 'node:crypto';

/** A secret as it may be written: itself, encoded, and its usual digests. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    ...[secret, encodeURIComponent(secret), bytes.toString('hex')],
    ...[bytes.toString('base64'), bytes.toString('base64url')],
    // As HTTP's basic authorization has it with the user names of the providers.
    ...['api:', 'apikey:'].map((user) => Buffer.from(user + secret).toString('base64')),
    ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
      (['hex', 'base64', 'base64url'] as const).map((form) => createHash(name).update(secret).digest(form)),
    ),
  ];
}

/** The forms of secrets that a text has. */
export const foundIn = (text: string, secrets: string[]): string[] => {
  const folded = text.toLowerCase();
  return secrets.flatMap(formsOf).filter((form) => folded.includes(form.toLowerCase()));
};

import { createHash, timingSafeEqual } from 'node:crypto';

/** The alphabet has no vowels and no digits, so codes contain no words and no look-alikes (RFC 8628 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** A token's eight letters, `XXXX-XXXX`, for a user who reads the email in another browser. */
export function codeOf(token: string): string {
  const digest = createHash('sha512').update(`mailwright sign-in code ${token}`).digest();
  // Bytes of 240 (12 x 20) and above would favor some letters, so they are skipped. At least 8 of the 64
  // bytes are below 240.
  const chosen = [...digest].filter((byte) => byte < 240).slice(0, 8);
  const text = chosen.map((byte) => letters[byte % letters.length]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** Letters for comparison, in any case and spacing. */
const plain = (code: string) => code.toUpperCase().replace(/[^A-Z]/g, '');

/** A code's stored form. Useless without its token's hash. */
export const codeHash = (token_hash: string, code: string): string =>
  createHash('sha256')
    .update(`${token_hash} ${plain(code)}`)
    .digest('hex');

/**
 * Compares bytes, because a browser may send anything as a hash, and texts of equal length may differ in
 * bytes.
 */
export function sameHash(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `mailwright ${purpose}`, 32));

/** Encrypts and authenticates `text` (AES-256-GCM) as base64url. Only the same `bound` opens it. */
export function seal(secret: string, purpose: string, bound: string[], text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derive(secret, purpose), iv);
  cipher.setAAD(Buffer.from(JSON.stringify(bound)));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** The maximum number of characters in a sealed text. The cursor of a large preview is the longest. */
const maxCharacters = 4 * 1024 * 1024;

/**
 * The text that `seal` encrypted. Null if `text` was made elsewhere, was sealed for something else, or was
 * altered.
 */
export function unseal(secret: string, purpose: string, bound: string[], sealed: string): string | null {
  if (sealed.length > maxCharacters || !/^[A-Za-z0-9_-]{38,}$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, 'base64url');
  // Base64 allows several spellings of the same bytes, with spare bits or a dangling character. Only one is
  // accepted.
  if (bytes.toString('base64url') !== sealed) return null;
  const decipher = createDecipheriv('aes-256-gcm', derive(secret, purpose), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(JSON.stringify(bound)));
  decipher.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

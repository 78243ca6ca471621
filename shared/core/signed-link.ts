import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Id, isId } from './runtime.ts';

/** `o` is an open pixel with an empty target. `c` is a rewritten link. */
export type LinkPath = 'o' | 'c';

export type SignedLink = { email_id: Id<'msg'>; target: string };

const version = 1;
const head_bytes = 3;
const id_bytes = 26;
const mac_bytes = 16;

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'mailwright tracking', 32));

const macOf = (key: Buffer, path: LinkPath, signed: Uint8Array) =>
  createHmac('sha256', key).update(`/t/${path}/`).update(signed).digest().subarray(0, mac_bytes);

/** Tokens for an email's tracked links, with an HMAC over token and path. Equal input gives equal bytes. */
export function signLinks(
  { secret, number }: { secret: string; number: number },
  links: { path: LinkPath; link: SignedLink }[],
): string[] {
  const key = keyOf(secret);
  const head = Buffer.from([version, number >> 8, number & 0xff]);
  return links.map(({ path, link: { email_id, target } }) => {
    const signed = Buffer.concat([head, Buffer.from(`${email_id.slice('msg_'.length)}${target}`)]);
    return Buffer.concat([signed, macOf(key, path, signed)]).toString('base64url');
  });
}

function bytesOf(token: string): Buffer | null {
  if (!/^[A-Za-z0-9_-]{60,12000}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Base64 allows several spellings of the same bytes. Only one is accepted.
  return bytes.toString('base64url') === token && bytes[0] === version ? bytes : null;
}

/** The number of the secret that a token claims as its signer, or null if it isn't a token. */
export const secretNumberOf = (token: string): number | null => bytesOf(token)?.readUInt16BE(1) ?? null;

/** A token's link, or null unless this secret signed it for this path. */
export function readLink(secret: string, path: LinkPath, token: string): SignedLink | null {
  const bytes = bytesOf(token);
  if (bytes === null) return null;
  const signed = bytes.subarray(0, -mac_bytes);
  if (!timingSafeEqual(macOf(keyOf(secret), path, signed), bytes.subarray(-mac_bytes))) return null;
  const email_id = `msg_${signed.toString('latin1', head_bytes, head_bytes + id_bytes)}`;
  if (!isId('msg', email_id)) return null;
  return { email_id, target: signed.toString('utf8', head_bytes + id_bytes) };
}

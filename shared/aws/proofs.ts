import { createHmac } from 'node:crypto';
import type { Proofs } from '../domain/ports/domains.ts';
import type { Secrets } from './secrets.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** 32 characters of five bits each. */
const base32 = (bytes: Buffer): string =>
  Array.from({ length: 32 }, (_, i) => {
    const shift = 11 - ((i * 5) % 8);
    return letters[(bytes.readUInt16BE(Math.floor((i * 5) / 8)) >> shift) & 31];
  }).join('');

/**
 * HMACs with the deployment's first secret, which never changes, because records in DNS must stay valid
 * proofs.
 */
export function hmacProofs(secrets: Secrets): Proofs {
  return {
    of: async (purpose, account, name) => {
      const secret = await secrets.first();
      const text = JSON.stringify(['domain', purpose, account, name]);
      return base32(createHmac('sha256', secret).update(text).digest());
    },
  };
}

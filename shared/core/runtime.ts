import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The only access to time and randomness. Nothing else in the product reads a clock or draws random numbers.
 */
export type Runtime = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** `<prefix>_` + 26 lower-case Crockford base32 characters, a ULID. */
  id: <P extends IdPrefix>(prefix: P) => Id<P>;
  /** `length` characters of `alphabet`, from a cryptographic source. */
  secret: (length: number, alphabet: 'base62' | 'base64url' | 'base32') => string;
  /** From 0 to below 1, for jitter only. Use the functions above for secrets and ids. */
  random: () => number;
  /**
   * With `ref: false`, the process may end before the wait does. Use it if the wait is in a race with other
   * work.
   */
  sleep: (ms: number, options?: { ref: boolean }) => Promise<void>;
};

export type IdPrefix =
  | 'msg'
  | 'bat'
  | 'sup'
  | 'ae'
  | 'inb'
  | 'irt'
  | 'bsn'
  | 'ten'
  | 'dom'
  | 'wh'
  | 'whd'
  | 'evt'
  | 'tpl'
  | 'key'
  | 'smtpc'
  | 'aut'
  | 'run'
  | 'mig'
  | 'opt'
  | 'att'
  | 'clm'
  | 'acc'
  | 'mem'
  | 'req';

/** An id typed by its prefix: `Id<'msg'>` is not an `Id<'acc'>`. */
export type Id<P extends IdPrefix> = `${P}_${string}`;

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
const alphabets = {
  base62: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  /** Lower case for DNS names, which ignore case. */
  base32: 'abcdefghijklmnopqrstuvwxyz234567',
};

function encodeTime(ms: number): string {
  let rest = ms;
  let out = '';
  for (let i = 0; i < 10; i++) {
    out = crockford[rest % 32] + out;
    rest = Math.floor(rest / 32);
  }
  return out;
}

function encodeBytes(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < 16; i++) out += crockford[(bytes[i] ?? 0) & 31];
  return out;
}

let drawn = Buffer.alloc(0);
let used = 0;

/** 16 random octets for an id. They are drawn for 256 ids at a time, because a draw costs more than an id. */
function randomPart(): Uint8Array {
  if (used === drawn.length) {
    drawn = randomBytes(4096);
    used = 0;
  }
  used += 16;
  return drawn.subarray(used - 16, used);
}

/** When one of our ids was made, epoch ms. */
export function idTime(id: string): number {
  let ms = 0;
  for (const c of id.slice(id.indexOf('_') + 1).slice(0, 10)) ms = ms * 32 + crockford.indexOf(c);
  return ms;
}

export function isId<P extends IdPrefix>(prefix: P, value: string): value is Id<P> {
  return (
    value.length === prefix.length + 27 &&
    value.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(value.slice(prefix.length + 1))
  );
}

/**
 * An id derived from `ms` and a hash of `parts`, so a repeated run gets the same one. A redelivered
 * notification thus fans out the same `evt_` and `whd_` ids.
 */
export function derivedId<P extends IdPrefix>(prefix: P, ms: number, ...parts: string[]): Id<P> {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  return `${prefix}_${encodeTime(ms)}${encodeBytes(hash)}`;
}

function secret(length: number, alphabet: keyof typeof alphabets): string {
  const letters = alphabets[alphabet];
  const limit = 256 - (256 % letters.length);
  let out = '';
  while (out.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && out.length < length) out += letters[byte % letters.length];
    }
  }
  return out;
}

/** The smallest id of a millisecond: ids made at `ms` or later sort after it, earlier ones before. */
export function firstId<P extends IdPrefix>(prefix: P, ms: number): Id<P> {
  return `${prefix}_${encodeTime(Math.max(0, ms))}${'0'.repeat(16)}`;
}

/** The machine's randomness, and its clock or a test's clock. `sleep` always takes real time. */
export function systemRuntime(now: () => number = Date.now): Runtime {
  return {
    now,
    id: (prefix) => `${prefix}_${encodeTime(now())}${encodeBytes(randomPart())}`,
    secret,
    random: Math.random,
    sleep: (ms, options) => sleep(ms, undefined, options),
  };
}

/** ISO 8601 UTC with milliseconds. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();

import type { Id } from './runtime.ts';
/**
 * The name that claims an Idempotency-Key in its account. Tenant-limited API keys use names of their tenant.
 * All other keys share the account's names. Callers can't send a NUL in a key.
 */
export const claimKey = ({ tenant }: { tenant: Id<'ten'> | null }, key: string): string =>
  tenant === null ? key : `\0${tenant} ${key}`;

/**
 * The name used by the previous release, or null if unchanged. Claims live for 24 hours, so the next release
 * can delete this function.
 */
export const formerClaimKey = (key: string): string | null =>
  key.startsWith('\0ten_') ? key.slice(key.indexOf(' ') + 1) : null;

import type { Id } from './runtime.ts';
/**
 * The name under which an Idempotency-Key is claimed in its account. API keys limited to a tenant use the tenant's own
 * names, all others share the account's. No caller can send a key with a NUL.
 */
export const claimKey = ({ tenant }: { tenant: Id<'ten'> | null }, key: string): string =>
  tenant === null ? key : `\0${tenant} ${key}`;

/**
 * The name that the last release used; null: the same. Claims live for 24 hours, so the next release can delete this
 * and its uses.
 */
export const formerClaimKey = (key: string): string | null =>
  key.startsWith('\0ten_') ? key.slice(key.indexOf(' ') + 1) : null;

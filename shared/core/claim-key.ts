import type { Id } from './runtime.ts';
/**
 * The name that claims an Idempotency-Key in its account. Tenant-limited API keys use names of their tenant.
 * All other keys share the account's names. Callers can't send a NUL in a key.
 */
export const claimKey = ({ tenant }: { tenant: Id<'ten'> | null }, key: string): string =>
  tenant === null ? key : `\0${tenant} ${key}`;

/**
 * The name under which an Idempotency-Key is claimed within its account: that of a key limited to a tenant is the
 * tenant's own, all others share the account's (A74). No caller can give a key with a NUL.
 */
export const claimKey = ({ tenant }: { tenant: string | null }, key: string): string =>
  tenant === null ? key : `\0${tenant} ${key}`;

/**
 * The name under which the last release claimed it; null: the same. Claims live for 24 hours: a release later this
 * can be deleted, with its uses (P5).
 */
export const formerClaimKey = (key: string): string | null =>
  key.startsWith('\0ten_') ? key.slice(key.indexOf(' ') + 1) : null;

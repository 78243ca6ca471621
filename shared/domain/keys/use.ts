import type { SmtpCredential } from '../../core/records/accounts.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Tenants } from '../context.ts';

/** Use is recorded at most once a minute per credential. */
const use_ms = 60_000;

/** Records a credential's use. Failures are ignored, because the request doesn't depend on it. */
export async function recordUse(
  ctx: Base,
  hash: string,
  last_used_at: string | null,
  touch: (at: string, since: string) => Promise<void>,
): Promise<void> {
  const now = ctx.runtime.now();
  const since = timestamp(now - use_ms);
  const isFirst = ctx.occurrences(`use ${hash} ${Math.floor(now / use_ms)}`) === 1;
  if (!isFirst || (last_used_at !== null && last_used_at > since)) return;
  await touch(timestamp(now), since).catch(() => {});
}

export const isExpired = (
  { runtime }: Base,
  { expires_at = null }: Pick<SmtpCredential, 'expires_at'>,
): boolean => expires_at !== null && Date.parse(expires_at) <= runtime.now();

/** Whether a credential may be used from an address. Null if the address is unknown. */
export async function isAllowed(
  { allowed_ips = null }: Pick<SmtpCredential, 'allowed_ips'>,
  address: string | null,
): Promise<boolean> {
  if (allowed_ips === null) return true;
  // Few credentials have this limit, so load its library only for those.
  const { isWithin } = await import('../../core/ip-ranges.ts');
  return allowed_ips.some((range) => isWithin(address ?? '', range));
}

/**
 * Whether a tenant exists, as of at most half a minute ago. With `now`, as it is stored, for writes to lists
 * that may be about to be emptied.
 */
export async function tenantExists(
  ctx: Tenants,
  account: Id<'acc'>,
  tenant: Id<'ten'>,
  { now = false } = {},
): Promise<boolean> {
  if (now) return (await ctx.tenants.get(account, tenant)) !== null;
  const [known = null] = await ctx.tenants.known(account, [tenant]);
  return known !== null;
}

import { timestamp } from '../../core/runtime.ts';
import type { Base, Tenants } from '../context.ts';

/** A use is recorded at most once a minute a credential (A36). */
const use_ms = 60_000;

/** Records the use of a credential; a failure is ignored, since the request itself does not need it. */
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

/** Deleting a tenant revokes its credentials within 60 s (A36): the tenant is as old as they may be. */
export async function tenantExists(ctx: Tenants, account: string, tenant: string): Promise<boolean> {
  const [known = null] = await ctx.tenants.known(account, [tenant]);
  return known !== null;
}

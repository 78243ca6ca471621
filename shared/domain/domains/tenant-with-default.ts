import type { Domain } from '../../core/records/domains.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Tenants } from '../context.ts';

/** The tenant that owns the domain and uses it as default_from_domain, or null. */
export async function tenantWithDefault(
  ctx: Tenants,
  { account, name, tenant }: Domain,
): Promise<Tenant | null> {
  const owner = tenant === null ? null : await ctx.tenants.get(account, tenant);
  return owner?.default_from_domain === name ? owner : null;
}

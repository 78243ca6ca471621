import { notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { laterThan, revise } from '../../core/revise.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Domains, Tenants } from '../context.ts';

/**
 * Gives a domain to a tenant (`ten_` id), or back to the whole account (null): from the next accept on only the new owner
 * sends from it (A45), and the former tenant has no default_from_domain any more where it was this one (A41). Throws 404
 * when domain or tenant is gone.
 */
export function moveDomain(
  ctx: Base & Domains & Tenants,
  caller: Caller,
  domain: Domain,
  tenant: Id<'ten'> | null,
): Promise<Domain> {
  const { account, id, name } = domain;
  let seen = domain;
  return revise(ctx.runtime, async () => {
    if (seen.tenant === tenant) return seen;
    const former = seen.tenant === null ? null : await ctx.tenants.get(account, seen.tenant);
    const cleared = former?.default_from_domain === name ? former : null;
    const updated_at = laterThan(ctx.runtime, cleared?.updated_at ?? seen.updated_at);
    const moved = await ctx.domains.move(seen, { tenant, updated_at }, cleared);
    if (moved !== null) {
      ctx.log.info('domain_moved', { account, domain_id: id, tenant_id: tenant, by: caller.actor.id });
      return moved;
    }
    if (tenant !== null && (await ctx.tenants.get(account, tenant)) === null) throw notFound('Tenant');
    const again = await ctx.domains.read(name);
    if (again?.domain.id !== id) throw notFound('Domain');
    seen = again.domain;
    return undefined;
  });
}

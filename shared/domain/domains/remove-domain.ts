import { notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import type { Base, Caller, Domains, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { changeTenant } from '../tenants/change-tenant.ts';
import { getDomain } from './get-domain.ts';
import { identity_ms } from './release-domain.ts';

/** The owning tenant completes no `from` with it any more (A41). */
async function clearDefault(ctx: Base & Tenants, { account, name, tenant }: Domain): Promise<void> {
  const owner = tenant === null ? null : await ctx.tenants.get(account, tenant);
  if (owner?.default_from_domain !== name) return;
  await changeTenant(ctx, owner, ({ default_from_domain }) =>
    default_from_domain === name ? { default_from_domain: null } : {},
  );
}

/**
 * DELETE /domains/{id} (H24): sends from it are refused at once; what is queued already is still sent, because its
 * identity stays for a day (A46). DNS records stay. 404.
 */
export async function removeDomain(
  ctx: Base & Domains & Tenants,
  caller: Caller,
  ref: string,
): Promise<void> {
  requireScope(caller, ['domains:write']);
  const { domain } = await getDomain(ctx, caller, ref);
  if (!(await ctx.domains.remove(domain, ctx.runtime.now() + identity_ms))) throw notFound('Domain');
  await clearDefault(ctx, domain);
  ctx.log.info('domain_removed', { account: domain.account, domain_id: domain.id, by: caller.actor.id });
}

import * as z from 'zod';
import { notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { laterThan, revise } from '../../core/revise.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Domains, Tenants } from '../context.ts';
import { getDomain } from '../domains/get-domain.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { DomainWithDns } from '../ports/domains.ts';
import { ownedByTenant } from '../tenants/guard.ts';

export const GiveDomain = z.object({ domain: z.string().min(1) }).meta({ id: 'GiveDomain' });

/**
 * Gives an account's domain in any status to a tenant. From then on, only that tenant sends from it (H21,
 * A45). Safe to repeat. Throws 404 for an unknown domain, and 409 if another tenant owns it.
 */
export async function giveDomain(
  ctx: Base & Tenants & Domains,
  caller: Caller,
  tenant: Tenant,
  ref: string,
): Promise<DomainWithDns> {
  requireScope(caller, ['full']);
  return revise(ctx.runtime, async () => {
    const found = await getDomain(ctx, caller, ref);
    const { domain } = found;
    if (domain.tenant === tenant.id) return found;
    const owner = domain.tenant === null ? null : await ctx.tenants.get(domain.account, domain.tenant);
    if (owner !== null) throw ownedByTenant(caller, domain.name, owner);
    const updated_at = timestamp(ctx.runtime.now());
    const moved = await ctx.domains.move(domain, { tenant: tenant.id, updated_at }, null);
    if (moved !== null) {
      logMove(ctx, caller, moved);
      return { ...found, domain: moved };
    }
    if ((await ctx.tenants.get(caller.account.id, tenant.id)) === null) throw notFound('Tenant');
    return undefined;
  });
}

/** Returns a domain to the account and clears default_from_domain. 404 if it isn't this tenant's. */
export async function takeDomainBack(
  ctx: Base & Tenants & Domains,
  caller: Caller,
  owned: { tenant: Tenant; ref: string },
): Promise<void> {
  requireScope(caller, ['full']);
  const { id } = owned.tenant;
  const returned = await revise(ctx.runtime, async () => {
    const { domain } = await getDomain(ctx, caller, owned.ref);
    const tenant = await ctx.tenants.get(caller.account.id, id);
    if (tenant === null || domain.tenant !== id) throw notFound('Domain');
    const cleared = tenant.default_from_domain === domain.name ? tenant : null;
    const change = { tenant: null, updated_at: laterThan(ctx.runtime, tenant.updated_at) };
    return (await ctx.domains.move(domain, change, cleared)) ?? undefined;
  });
  logMove(ctx, caller, returned);
}

function logMove({ log }: Base, { actor }: Caller, { account, id, tenant }: Domain): void {
  log.info('domain_moved', { account, domain_id: id, tenant_id: tenant, by: actor.id });
}

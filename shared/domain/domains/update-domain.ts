import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { laterThan, revise } from '../../core/revise.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Domains, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { DomainWithDns } from '../ports/domains.ts';
import type { ChangeDomain } from './domain-request.ts';
import { getDomain } from './get-domain.ts';
import { tenantWithDefault } from './tenant-with-default.ts';

/**
 * Gives a domain to a tenant (`ten_` id) or back to the account (null). From the next accept, only the new
 * owner sends from it. The former tenant loses it as default_from_domain. Throws 404 if domain or tenant is
 * gone.
 */
function moveDomain(ctx: Base & Domains & Tenants, caller: Caller, domain: Domain, tenant: Id<'ten'> | null) {
  const { account, id, name } = domain;
  let seen = domain;
  return revise(ctx.runtime, async () => {
    if (seen.tenant === tenant) return seen;
    const cleared = await tenantWithDefault(ctx, seen);
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

/** Throws 403 unless the key has the scope full and no tenant limit. */
export function checkMayMove(caller: Caller): void {
  requireScope(caller, ['full']);
  if (caller.tenant === null) return;
  const message = "A key limited to a tenant cannot change a domain's owner";
  throw new AppError('forbidden', message, { details: { reason: 'key_tenant' } });
}

function checkReceives({ name, sending_enabled }: Domain, { inbound_enabled }: ChangeDomain): void {
  if (inbound_enabled === undefined || !sending_enabled) return;
  const message = `inbound_enabled: ${name} is a sending domain. Only domains added for receiving can enable it`;
  throw invalid([{ path: 'inbound_enabled', rule: 'conflict', message }]);
}

function settingsOf(current: Domain, change: ChangeDomain): Partial<Domain> {
  const { open_tracking, click_tracking, tls_mode, inbound_enabled } = change;
  const given = { open_tracking, click_tracking, tls_mode, inbound_enabled };
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== current[name as keyof typeof given];
  return Object.fromEntries(Object.entries(given).filter(differs));
}

/**
 * PATCH /domains/{id}: changes delivery settings, from the next accepted email on, and the owner. `owner` is
 * a `ten_` id, null for the whole account, or undefined for no change. Throws 400, 404, and 403 for changing
 * the owner without the scope full.
 */
export async function updateDomain(
  ctx: Base & Domains & Tenants,
  caller: Caller,
  ref: string,
  { change, owner }: { change: ChangeDomain; owner: Id<'ten'> | null | undefined },
): Promise<DomainWithDns> {
  requireScope(caller, ['domains:write']);
  if (owner !== undefined) checkMayMove(caller);
  const { domain, ...withDns } = await getDomain(ctx, caller, ref);
  checkReceives(domain, change);
  const settings = settingsOf(domain, change);
  let current = domain;
  if (Object.keys(settings).length > 0) {
    const updated_at = timestamp(ctx.runtime.now());
    const saved = await ctx.domains.saveSettings(domain, { ...settings, updated_at });
    if (saved === null) throw notFound('Domain');
    current = saved;
    const { account, id: domain_id } = domain;
    const fields = Object.keys(settings);
    ctx.log.info('domain_changed', { account, domain_id, fields, by: caller.actor.id });
  }
  return {
    ...withDns,
    domain: owner === undefined ? current : await moveDomain(ctx, caller, current, owner),
  };
}

import { AppError, invalid } from '../../core/errors.ts';
import { canSend } from '../../core/records/domains.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { type Id, idTime, timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Domains, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { limitsOf, planLimit } from '../limits/plans.ts';
import { checkTenantsEnabled } from '../tenants/named-tenant.ts';
import { type TenantRecord, tenantRecord } from './tenant-record.ts';
import type { CreateTenant } from './tenant-request.ts';

/**
 * Throws 400 unless the domain is verified and belongs to the whole account or to the tenant. A new tenant
 * (null) has no domains.
 */
export async function checkFromDomain(
  ctx: Domains,
  { account, tenant }: { account: Id<'acc'>; tenant: Id<'ten'> | null },
  name: string | null | undefined,
): Promise<void> {
  if (name === null || name === undefined) return;
  const domain = (await ctx.domains.read(name))?.domain;
  const own = domain?.account === account && (domain.tenant === null || domain.tenant === tenant);
  if (own && canSend(domain)) return;
  const message = own
    ? `default_from_domain: ${name} is not verified`
    : `default_from_domain: the tenant is not allowed to send from ${name}`;
  throw invalid([{ path: 'default_from_domain', rule: own ? 'conflict' : 'unknown', message }]);
}

function newTenant(ctx: Base, account: Id<'acc'>, input: CreateTenant): Tenant {
  const id = ctx.runtime.id('ten');
  const created_at = timestamp(idTime(id));
  return {
    id,
    account,
    external_id: input.external_id,
    name: input.name || input.external_id,
    status: 'active',
    paused_reason: null,
    paused_at: null,
    pause_source: null,
    resumed_at: null,
    default_from_domain: input.default_from_domain ?? null,
    stream_policy: input.stream_policy ?? 'all',
    daily_limit: input.daily_limit ?? null,
    created_at,
    updated_at: created_at,
  };
}

/**
 * POST /tenants: creates a tenant. Throws 403 tenants_not_enabled and plan_limit, both exact under
 * concurrency. Throws 400 for a from-domain it can't send from, and 409 with the tenant that has the
 * external_id.
 */
export async function createTenant(
  ctx: Base & Tenants & Domains,
  caller: Caller,
  input: CreateTenant,
): Promise<TenantRecord> {
  requireScope(caller, ['full']);
  await checkTenantsEnabled(ctx, caller);
  const account = caller.account.id;
  await checkFromDomain(ctx, { account, tenant: null }, input.default_from_domain);
  const tenant = newTenant(ctx, account, input);
  const metadata = input.metadata ?? null;
  const { tenants: limit } = limitsOf(caller.account);
  const made = await ctx.tenants.create(tenant, metadata, limit);
  if (made === 'created') {
    ctx.log.info('tenant_created', { account, tenant_id: tenant.id, by: caller.actor.id });
    return tenantRecord(tenant, metadata);
  }
  if ('used' in made) throw planLimit(ctx, 'tenants', { limit, used: made.used, tenant_limit: limit });
  const { id, external_id } = made.taken;
  throw new AppError('conflict', `The tenant ${external_id} already exists`, {
    details: { reason: 'external_id_taken', tenant: { id, external_id } },
  });
}

import { notFound } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Identity, Tenants } from '../context.ts';
import { changeTenant } from '../tenants/change-tenant.ts';
import { showTenant, type TenantRecord } from './tenant-record.ts';

/** A resumed tenant's fields. */
export const unpaused = {
  status: 'active',
  paused_reason: null,
  paused_at: null,
  pause_source: null,
} as const satisfies Partial<Tenant>;

/**
 * The operator's `resume-tenant`: lifts any pause, even an automated one. Earlier rates no longer pause the
 * tenant. Throws 404.
 */
export async function resumeTenant(
  ctx: Base & Identity & Tenants,
  { account, tenant: name }: { account: Id<'acc'>; tenant: string },
): Promise<TenantRecord> {
  if ((await ctx.accounts.get(account)) === null) throw notFound('Account');
  const tenant = await ctx.tenants.find(account, name);
  if (tenant === null) throw notFound('Tenant');
  const written = await changeTenant(ctx, tenant, (seen, now) =>
    seen.status === 'paused' ? { ...unpaused, resumed_at: now } : {},
  );
  return showTenant(ctx, written);
}

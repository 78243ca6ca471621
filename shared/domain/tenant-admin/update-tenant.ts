import { dayOf } from '../../core/days.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { emitPaused } from '../accounts/emit-event.ts';
import type { Base, Caller, Counters, Domains, Queueing, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { countedOn } from '../limits/show-ramp.ts';
import { changeTenant } from '../tenants/change-tenant.ts';
import { checkFromDomain } from './create-tenant.ts';
import { unpaused } from './resume-tenant.ts';
import { showTenant, type TenantRecord } from './tenant-record.ts';
import type { ChangeTenant } from './tenant-request.ts';

/**
 * The change from `status` and `reason`. Pausing again changes only the reason, and an automated pause stays
 * automated, or "pause, then resume" would lift it. Neither change affects the rates that pause the tenant.
 * Throws 403 for resuming an automated pause.
 */
function switched(seen: Tenant, { status, reason }: ChangeTenant, now: string): Partial<Tenant> {
  if (status === 'paused' && seen.status === 'paused')
    return reason === undefined ? {} : { paused_reason: reason };
  if (status === 'paused')
    return { status, paused_reason: reason ?? null, paused_at: now, pause_source: 'manual' };
  if (status !== 'active' || seen.status === 'active') return {};
  if (seen.pause_source === 'automated')
    throw new AppError('forbidden', 'The service paused this tenant because of bounces or complaints', {
      details: { reason: 'tenant_paused' },
      hint: 'Contact support to resume it',
    });
  return unpaused;
}

function changeOf(seen: Tenant, change: ChangeTenant, now: string): Partial<Tenant> {
  const { name, default_from_domain, stream_policy, daily_limit } = change;
  return {
    ...(name !== undefined && { name: name || seen.external_id }),
    ...(default_from_domain !== undefined && { default_from_domain }),
    ...(stream_policy !== undefined && { stream_policy }),
    ...(daily_limit !== undefined && { daily_limit }),
    ...switched(seen, change, now),
  };
}

function checkImmutable({ external_id }: Tenant, change: ChangeTenant): void {
  if (change.external_id === undefined || change.external_id === external_id) return;
  const message = 'external_id cannot be changed';
  throw invalid([{ path: 'external_id', rule: 'conflict', message }]);
}

/**
 * Counts today's usage toward a first daily_limit, because without one a tenant with a completed ramp isn't
 * counted exactly. The counters lag by seconds.
 */
async function countDay(ctx: Base & Counters, id: Tenant['id']): Promise<void> {
  const used = await countedOn(ctx, id, dayOf(ctx.runtime.now()));
  await ctx.counters.raiseRamp(id, 'tenant', used);
}

/** The pause already applies, so failing to queue its event must not look like a failure. */
async function emitManualPause(ctx: Base & Queueing, tenant: Tenant): Promise<void> {
  await emitPaused(ctx, tenant).catch((error: Error) => {
    const { account, id: tenant_id } = tenant;
    ctx.log.warn('tenant_pause_not_published', { account, tenant_id, cause: error.name });
  });
}

/**
 * PATCH /tenants/{tenant}: changes any field but the external_id in one write, so a refused status changes
 * nothing. A pause refuses new emails immediately, and scheduled emails when due. Concurrent changes apply in
 * turn. A default from-domain that can't send anymore stays, and a request may repeat it. Throws 400, 403 for
 * an automated pause, and 404.
 */
export async function updateTenant(
  ctx: Base & Tenants & Domains & Counters & Queueing,
  caller: Caller,
  id: Tenant['id'],
  change: ChangeTenant,
): Promise<TenantRecord> {
  requireScope(caller, ['full']);
  const account = caller.account.id;
  if (change.daily_limit) await countDay(ctx, id);
  let pauses = false;
  const written = await changeTenant(
    ctx,
    { account, id },
    async (seen, now) => {
      checkImmutable(seen, change);
      if (change.default_from_domain !== seen.default_from_domain)
        await checkFromDomain(ctx, { account, tenant: id }, change.default_from_domain);
      pauses = change.status === 'paused' && seen.status !== 'paused';
      return changeOf(seen, change, now);
    },
    change.metadata,
  );
  if (pauses) await emitManualPause(ctx, written);
  return showTenant(ctx, written);
}

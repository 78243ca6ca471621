import { notFound } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Base, Caller, Domains, TenantRemovals, Tenants, Webhooks } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { pathTenant } from '../tenants/named-tenant.ts';
import { detachTenant } from './detach-tenant.ts';
import { removalMinute } from './finish-removal.ts';

type Ctx = Base & Tenants & TenantRemovals & Domains & Webhooks;

/** How long the request itself handles domains and filters, which are few for most accounts. */
const request_ms = 5_000;

/** If either fails, the sweep or worker does it, because the tenant is already deleted. */
async function begin(ctx: Ctx, tenant: Tenant, outbox: number): Promise<void> {
  const { account, id } = tenant;
  const until = ctx.runtime.now() + request_ms;
  const results = await Promise.allSettled([
    ctx.removal_queue.enqueue({ account, id, outbox, pass: 'first' }),
    detachTenant(ctx, tenant, { before: null, isOver: () => ctx.runtime.now() >= until }),
  ]);
  for (const result of results)
    if (result.status === 'rejected')
      ctx.log.error('removal_left', { account, tenant_id: id, cause: (result.reason as Error).name });
}

/**
 * DELETE /tenants/{tenant}: deletes the tenant and its name in one transaction, however much it has sent. Its
 * emails stay in history and show no tenant, because names are read with each response. The request also
 * handles domains and webhook filters if there are few. A worker empties lists, counters, and credentials.
 * Throws 404.
 */
export async function removeTenant(ctx: Ctx, caller: Caller, name: string): Promise<void> {
  requireScope(caller, ['full']);
  const tenant = await pathTenant(ctx, caller, name);
  const outbox = removalMinute(ctx);
  if (!(await ctx.tenants.remove(tenant, outbox))) throw notFound('Tenant');
  ctx.log.info('tenant_removed', { account: tenant.account, tenant_id: tenant.id, by: caller.actor.id });
  await begin(ctx, tenant, outbox);
}

import { notFound } from '../../core/errors.ts';
import type { Tenant, TenantMetadata } from '../../core/records/tenants.ts';
import { laterThan, revise } from '../../core/revise.ts';
import type { Base, Tenants } from '../context.ts';

/**
 * Applies `changeOf` to the current tenant and writes the result, with the metadata if given. Concurrent
 * changes see each other's results. Throws 404, and 503 after too many conflicts.
 */
export function changeTenant(
  ctx: Base & Tenants,
  { account, id }: Pick<Tenant, 'account' | 'id'>,
  changeOf: (seen: Tenant, now: string) => Partial<Tenant> | Promise<Partial<Tenant>>,
  metadata?: TenantMetadata | null,
): Promise<Tenant> {
  return revise(ctx.runtime, async () => {
    const seen = await ctx.tenants.get(account, id);
    if (seen === null) throw notFound('Tenant');
    const now = laterThan(ctx.runtime, seen.updated_at);
    const fields = await changeOf(seen, now);
    if (Object.keys(fields).length === 0 && metadata === undefined) return seen;
    const written = await ctx.tenants.update(seen, { ...fields, updated_at: now }, metadata);
    if (written === null) return undefined;
    ctx.log.info('tenant_changed', { account, tenant_id: id, fields: Object.keys(fields) });
    return written;
  });
}

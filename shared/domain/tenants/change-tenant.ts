import { AppError, notFound } from '../../core/errors.ts';
import type { Tenant, TenantMetadata } from '../../core/records/tenants.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Tenants } from '../context.ts';

const tries = 5;

/**
 * Writes what `changeOf` makes of the current tenant, with the metadata where it is given; of two at the same time the
 * second sees the first one's result. Throws 404, and 503 where others change it all the time.
 */
export async function changeTenant(
  ctx: Base & Tenants,
  { account, id }: Pick<Tenant, 'account' | 'id'>,
  changeOf: (seen: Tenant, now: string) => Partial<Tenant>,
  metadata?: TenantMetadata | null,
): Promise<Tenant> {
  for (let round = 0; round < tries; round++) {
    const seen = await ctx.tenants.get(account, id);
    if (seen === null) throw notFound('Tenant');
    // Never the previous value: other writers detect the change by it.
    const now = timestamp(Math.max(ctx.runtime.now(), Date.parse(seen.updated_at) + 1));
    const fields = changeOf(seen, now);
    if (Object.keys(fields).length === 0 && metadata === undefined) return seen;
    const written = await ctx.tenants.update(seen, { ...fields, updated_at: now }, metadata);
    if (written === null) continue;
    ctx.log.info('tenant_changed', { account, tenant_id: id, fields: Object.keys(fields) });
    return written;
  }
  throw new AppError('unavailable', 'The tenant is being changed by others', {
    headers: { 'retry-after': '1' },
  });
}

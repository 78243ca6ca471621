import type { Tenant } from '../../core/records/tenants.ts';
import type { Base, Caller, Paging, Tenants } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { checkTenantsEnabled } from '../tenants/named-tenant.ts';
import { tenantRecords } from './tenant-record.ts';

type Query = { status?: Tenant['status'] | undefined; limit: number; cursor?: string | undefined };

/** GET /tenants: newest first, one page (C5). 403 on an account without tenants (C11). */
export async function listTenants(ctx: Base & Tenants & Paging, caller: Caller, query: Query) {
  await checkTenantsEnabled(ctx, caller);
  const { status, limit, cursor } = query;
  const account = caller.account.id;
  const page = await filteredPage(
    ctx,
    { bound: [account, 'tenants', status ?? ''], limit, cursor, filtered: status !== undefined },
    {
      read: (wanted) => ctx.tenants.list(account, wanted),
      keep: (tenant) => status === undefined || tenant.status === status,
      show: (tenants) => tenantRecords(ctx, tenants),
    },
  );
  const { records: tenants, ...rest } = page;
  return { tenants, ...rest };
}

import type { Tenant } from '../../core/records/tenants.ts';
import type { Base, Caller, Paging, Tenants } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { checkTenantsEnabled } from '../tenants/named-tenant.ts';
import { tenantRecords } from './tenant-record.ts';

type Query = PageQuery & { status?: Tenant['status'] | undefined };

/** GET /tenants: one page, newest first. 403 on an account without tenants. */
export async function listTenants(ctx: Base & Tenants & Paging, caller: Caller, query: Query) {
  await checkTenantsEnabled(ctx, caller);
  const { status } = query;
  const { id: account } = caller.account;
  return filteredPage(ctx, query, {
    name: 'tenants',
    bound: [account, 'tenants', status ?? ''],
    read: (page) => ctx.tenants.list(account, page),
    keep: status && ((tenant) => tenant.status === status),
    show: (tenants) => tenantRecords(ctx, tenants),
  });
}

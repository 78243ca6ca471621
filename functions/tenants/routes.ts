import * as z from 'zod';
import { tenantStatuses } from '../../shared/core/records/tenants.ts';
import type { Base, Domains, Paging, Tenants } from '../../shared/domain/context.ts';
import { createTenant } from '../../shared/domain/tenant-admin/create-tenant.ts';
import { listTenants } from '../../shared/domain/tenant-admin/list-tenants.ts';
import { showTenant, TenantRecord } from '../../shared/domain/tenant-admin/tenant-record.ts';
import { ChangeTenant, CreateTenant, tenantClears } from '../../shared/domain/tenant-admin/tenant-request.ts';
import { updateTenant } from '../../shared/domain/tenant-admin/update-tenant.ts';
import { checkTenantsEnabled, pathTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { ListQuery, listOf } from '../../shared/http/schemas.ts';

const full = { scope: ['full'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;

const one = z.object({ tenant: TenantRecord });

const find = (ctx: Base & Tenants, { caller, params }: FindInput<{ tenant: string }>) =>
  pathTenant(ctx, caller, params.tenant);

/** 403 on an account without tenants, before any fault of body or query (C11). */
const enabled = (ctx: Base & Tenants, { caller }: FindInput) => checkTenantsEnabled(ctx, caller);

/** The tenants group. */
export const tenantRoutes: Route<Base & Tenants & Domains & Paging>[] = [
  route({
    ...full,
    method: 'POST',
    path: '/tenants',
    summary: 'Create a tenant',
    also: [409],
    body: CreateTenant,
    status: 201,
    response: one,
    find: enabled,
    run: async (ctx, { caller, body }) => ({ body: { tenant: await createTenant(ctx, caller, body) } }),
  }),
  route({
    ...full,
    method: 'GET',
    path: '/tenants',
    summary: 'List tenants, newest first',
    query: ListQuery.extend({ status: z.enum(tenantStatuses).optional() }),
    response: listOf('tenants', TenantRecord),
    find: enabled,
    run: async (ctx, { caller, query }) => ({ body: await listTenants(ctx, caller, query) }),
  }),
  route({
    ...full,
    method: 'GET',
    path: '/tenants/{tenant}',
    summary: 'Get a tenant by external_id or id',
    description: 'A key that is limited to the tenant may call it with any scope.',
    tenant_keys: 'own_any_scope',
    response: one,
    find,
    run: async (ctx, { found }) => ({ body: { tenant: await showTenant(ctx, found) } }),
  }),
  route({
    ...full,
    method: 'PATCH',
    path: '/tenants/{tenant}',
    summary: 'Change, pause or resume a tenant',
    description: 'A pause refuses new emails at once; what is queued already still goes out.',
    body: ChangeTenant,
    clears: tenantClears,
    response: one,
    find,
    run: async (ctx, { caller, body, found }) => ({
      body: { tenant: await updateTenant(ctx, caller, found.id, body) },
    }),
  }),
];

import * as z from 'zod';
import { tenantStatuses } from '../../shared/core/records/tenants.ts';
import type {
  Base,
  Counters,
  Domains,
  Paging,
  Queueing,
  TenantRemovals,
  Tenants,
  Webhooks,
} from '../../shared/domain/context.ts';
import { DomainRecord, showDomain } from '../../shared/domain/domains/domain-record.ts';
import { domainStatus } from '../../shared/domain/domains/domain-request.ts';
import { listDomains } from '../../shared/domain/domains/list-domains.ts';
import { createTenant } from '../../shared/domain/tenant-admin/create-tenant.ts';
import { getStats, StatsAnswer, StatsQuery } from '../../shared/domain/tenant-admin/get-stats.ts';
import { listTenants } from '../../shared/domain/tenant-admin/list-tenants.ts';
import { removeTenant } from '../../shared/domain/tenant-admin/remove-tenant.ts';
import { GiveDomain, giveDomain, takeDomainBack } from '../../shared/domain/tenant-admin/tenant-domains.ts';
import { showTenant, TenantRecord } from '../../shared/domain/tenant-admin/tenant-record.ts';
import { ChangeTenant, CreateTenant, tenantClears } from '../../shared/domain/tenant-admin/tenant-request.ts';
import { updateTenant } from '../../shared/domain/tenant-admin/update-tenant.ts';
import { checkTenantsEnabled, pathTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

const full = { scope: ['full'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;

const one = z.object({ tenant: TenantRecord });

const find = (ctx: Base & Tenants, { caller, params }: FindInput<{ tenant: string }>) =>
  pathTenant(ctx, caller, params.tenant);

/** 403 on an account without tenants, before any fault of body or query (C11). */
const enabled = (ctx: Base & Tenants, { caller }: FindInput) => checkTenantsEnabled(ctx, caller);

type Ctx = Base & Tenants & TenantRemovals & Domains & Webhooks & Queueing & Counters & Paging;

export const tenantRoutes: Route<Ctx>[] = [
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
  route({
    ...full,
    method: 'DELETE',
    path: '/tenants/{tenant}',
    summary: 'Delete a tenant',
    description:
      'Its suppression list goes, its domains return to the account, its keys are revoked within a minute, and webhook filters lose it. Its emails stay in history without a tenant.',
    response: Ok,
    find,
    run: (ctx, { caller, found }) => removeTenant(ctx, caller, found).then(() => done),
  }),
  route({
    ...full,
    method: 'GET',
    path: '/tenants/{tenant}/stats',
    summary: "Get a tenant's numbers and its ramp",
    description:
      'Numbers are recipients, at most a minute late; those of the ramp at most seconds. A key that is limited to the tenant may call it with any scope.',
    tenant_keys: 'own_any_scope',
    query: StatsQuery,
    response: StatsAnswer,
    find,
    run: async (ctx, { query, found }) => ({ body: await getStats(ctx, found, query) }),
  }),
  route({
    ...full,
    method: 'POST',
    path: '/tenants/{tenant}/domains',
    summary: 'Give a domain of the account to a tenant',
    description: 'From then on only that tenant sends from it. Safe to repeat.',
    also: [409],
    body: GiveDomain,
    response: z.object({ domain: DomainRecord }),
    find,
    run: async (ctx, { caller, body, found }) => {
      const given = await giveDomain(ctx, caller, found, body.domain);
      return { body: { domain: await showDomain(ctx, given) } };
    },
  }),
  route({
    ...full,
    method: 'GET',
    path: '/tenants/{tenant}/domains',
    summary: "List a tenant's domains, newest first",
    description: 'A key that is limited to the tenant may call it with any scope.',
    tenant_keys: 'own_any_scope',
    query: ListQuery.extend({ status: domainStatus.optional() }),
    response: listOf('domains', DomainRecord),
    find,
    run: async (ctx, { caller, query, found }) => ({
      body: await listDomains(ctx, caller, { ...query, tenant: found.id }),
    }),
  }),
  route({
    ...full,
    method: 'DELETE',
    path: '/tenants/{tenant}/domains/{domain}',
    summary: "Return a tenant's domain to the account",
    description: 'By name or id. It is no longer the default_from_domain of the tenant either.',
    response: Ok,
    find,
    run: (ctx, { caller, params, found }) =>
      takeDomainBack(ctx, caller, { tenant: found, ref: params.domain }).then(() => done),
  }),
];

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
import { getTenant, TenantRecord } from '../../shared/domain/tenant-admin/tenant-record.ts';
import { ChangeTenant, CreateTenant, tenantClears } from '../../shared/domain/tenant-admin/tenant-request.ts';
import { updateTenant } from '../../shared/domain/tenant-admin/update-tenant.ts';
import { checkTenantsEnabled, pathTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

const full = { scope: ['full'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;

const find = (ctx: Base & Tenants, { caller, params }: FindInput<{ tenant: string }>) =>
  pathTenant(ctx, caller, params.tenant);

/** 403 for an account without tenants, before any body or query error. */
const enabled = (ctx: Base & Tenants, { caller }: FindInput) => checkTenantsEnabled(ctx, caller);

type Ctx = Base & Tenants & TenantRemovals & Domains & Webhooks & Queueing & Counters & Paging;

export const tenants: Resource<Ctx> = resource({
  path: '/tenants',
  param: 'tenant',
  id: 'ten',
  one: 'tenant',
  many: 'tenants',
  noun: 'a tenant',
  named: 'name',
  pages: '/tenants',
  about: 'Your customers who send through your account. Each has its own reputation and limits.',
  read: ['full'],
  write: ['full'],
  tenant_keys: 'closed',
  record: TenantRecord,
  show: (_ctx, tenant) => tenant,
  create: {
    description: '`external_id` is your own id for the tenant. Use it wherever a tenant id is accepted.',
    also: [409],
    body: CreateTenant,
    find: enabled,
    verb: async (ctx, caller, body) => ({ tenant: await createTenant(ctx, caller, body) }),
  },
  list: {
    description: 'Each tenant includes its status. Paused tenants also include the reason, time, and source.',
    filters: { status: z.enum(tenantStatuses).optional() },
    find: enabled,
    verb: listTenants,
  },
  get: {
    summary: 'Get a tenant by external_id or id',
    description: 'A tenant key can call this with any scope.',
    tenant_keys: 'own_any_scope',
    verb: getTenant,
  },
  update: {
    summary: 'Change, pause, or resume a tenant',
    description: 'While a tenant is paused, new emails are rejected. Emails already queued are still sent.',
    body: ChangeTenant,
    clears: tenantClears,
    find: (ctx, { caller }, name) => pathTenant(ctx, caller, name),
    verb: (ctx, caller, _name, change, { id }) => updateTenant(ctx, caller, id, change),
  },
  remove: {
    description:
      'Deletes its suppression list and returns its domains to the account. Also revokes its keys within a minute and removes it from webhook filters. Its emails stay in the history without a tenant.',
    verb: removeTenant,
  },
  sample: { external_id: 'customer-17', name: 'Customer 17' },
});

export const tenantRoutes: Route<Ctx>[] = [
  ...tenants.routes,
  route({
    ...full,
    method: 'GET',
    path: '/tenants/{tenant}/stats',
    sdk: 'tenants.stats',
    summary: "Get a tenant's stats and ramp",
    description:
      'Counts recipients. Stats can be up to a minute old, and the ramp up to a few seconds. A tenant key can call this with any scope.',
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
    sdk: 'tenants.domains.add',
    summary: 'Assign a domain to a tenant',
    description: 'Only that tenant can then send from it. Safe to repeat.',
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
    sdk: 'tenants.domains.list',
    summary: "List a tenant's domains, newest first",
    description: 'A tenant key can call this with any scope.',
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
    sdk: 'tenants.domains.remove',
    summary: "Return a tenant's domain to the account",
    description: "Clears the tenant's `default_from_domain` if it was this domain.",
    response: Ok,
    find,
    run: (ctx, { caller, params, found }) =>
      takeDomainBack(ctx, caller, { tenant: found, ref: params.domain }).then(() => done),
  }),
];

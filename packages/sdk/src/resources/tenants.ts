import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, Query, Result, Schemas } from '../types.ts';

type Domain = Schemas['Domain'];
type Tenant = Schemas['Tenant'];

const domainsOf = (call: Call) => ({
  list: (tenant: string, params?: Query<'getTenantsTenantDomains'>, options?: CallOptions) =>
    listOf<Domain>(call, path`/tenants/${tenant}/domains`, 'domains', params, options),
  /** Gives a domain of the account to the tenant. */
  add: (tenant: string, params: Body<'postTenantsTenantDomains'>, options?: CallOptions) =>
    call<Domain>('POST', path`/tenants/${tenant}/domains`, { body: params, unwrap: 'domain' }, options),
  /** Returns a domain of the tenant to the account. */
  remove: (tenant: string, domain: string, options?: CallOptions) =>
    call<Result<'deleteTenantsTenantDomainsDomain'>>(
      'DELETE',
      path`/tenants/${tenant}/domains/${domain}`,
      {},
      options,
    ),
});

/** `tenant` is an external_id or a `ten_` id. */
export function tenantsOf(call: Call) {
  const update = (tenant: string, params: Body<'patchTenantsTenant'>, options?: CallOptions) =>
    call<Tenant>('PATCH', path`/tenants/${tenant}`, { body: params, unwrap: 'tenant' }, options);
  return {
    create: (params: Body<'postTenants'>, options?: CallOptions) =>
      call<Tenant>('POST', '/tenants', { body: params, unwrap: 'tenant' }, options),
    list: (params?: Query<'getTenants'>, options?: CallOptions) =>
      listOf<Tenant>(call, '/tenants', 'tenants', params, options),
    get: (tenant: string, options?: CallOptions) =>
      call<Tenant>('GET', path`/tenants/${tenant}`, { unwrap: 'tenant' }, options),
    update,
    delete: (tenant: string, options?: CallOptions) =>
      call<Result<'deleteTenantsTenant'>>('DELETE', path`/tenants/${tenant}`, {}, options),
    stats: (tenant: string, params?: Query<'getTenantsTenantStats'>, options?: CallOptions) =>
      call<Result<'getTenantsTenantStats'>>(
        'GET',
        path`/tenants/${tenant}/stats`,
        { query: params },
        options,
      ),
    /** Refuses its emails from now on. */
    pause: (tenant: string, params?: { reason?: string }, options?: CallOptions) =>
      update(tenant, { ...params, status: 'paused' }, options),
    resume: (tenant: string, options?: CallOptions) => update(tenant, { status: 'active' }, options),
    domains: domainsOf(call),
  };
}

import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { ActionOf, Body, CallOptions, Query, Result, Schemas } from '../types.ts';

type Domain = Schemas['Domain'];
type DomainClaim = Schemas['DomainClaim'];

const claimsOf = (call: Call) => ({
  create: (params: Body<'postDomainsClaims'>, options?: CallOptions) =>
    call<DomainClaim>('POST', '/domains/claims', { body: params, unwrap: 'claim' }, options),
  get: (id: string, options?: CallOptions) =>
    call<DomainClaim>('GET', path`/domains/claims/${id}`, { unwrap: 'claim' }, options),
  act: (id: string, params: Body<'postDomainsClaimsId'>, options?: CallOptions) =>
    call<DomainClaim>('POST', path`/domains/claims/${id}`, { body: params, unwrap: 'claim' }, options),
});

export function domainsOf(call: Call) {
  const act = (id: string, params: Body<'postDomainsId'>, options?: CallOptions) =>
    call<Result<'postDomainsId'>>('POST', path`/domains/${id}`, { body: params }, options);
  return {
    /** The answer has the DNS records to publish. */
    create: (params: Body<'postDomains'>, options?: CallOptions) =>
      call<Domain>('POST', '/domains', { body: params, unwrap: 'domain' }, options),
    list: (params?: Query<'getDomains'>, options?: CallOptions) =>
      listOf<Domain>(call, '/domains', 'domains', params, options),
    get: (id: string, options?: CallOptions) =>
      call<Domain>('GET', path`/domains/${id}`, { unwrap: 'domain' }, options),
    update: (id: string, params: Body<'patchDomainsId'>, options?: CallOptions) =>
      call<Domain>('PATCH', path`/domains/${id}`, { body: params, unwrap: 'domain' }, options),
    /** `force` cancels the emails that are scheduled from it. */
    delete: (id: string, params?: Query<'deleteDomainsId'>, options?: CallOptions) =>
      call<Result<'deleteDomainsId'>>('DELETE', path`/domains/${id}`, { query: params }, options),
    act,
    /** Looks at DNS; `verified` says whether the domain may send. */
    verify: (id: string, options?: CallOptions) => act(id, { action: 'verify' }, options),
    /** Writes the records at the DNS host, with its credentials. */
    apply: (id: string, params?: ActionOf<'postDomainsId'>, options?: CallOptions) =>
      act(id, { ...params, action: 'apply' }, options),
    /** Mail is signed with the current key until the new record, `dkim_next`, is in DNS and SES signs with its key. */
    rotateDkim: (id: string, options?: CallOptions) =>
      call<Domain>('POST', path`/domains/${id}/rotate-dkim`, { unwrap: 'domain', keyed: true }, options),
    cancelRotation: (id: string, options?: CallOptions) =>
      call<Domain>('DELETE', path`/domains/${id}/rotate-dkim`, { unwrap: 'domain' }, options),
    claims: claimsOf(call),
  };
}

import type { Domain, DomainStatus } from '../../core/records/domains.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Domains, Paging, Tenants } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { showDomains } from './domain-record.ts';

type Query = PageQuery & { status?: DomainStatus | undefined; tenant?: Id<'ten'> | null };

/**
 * GET /domains: one page, newest first. `tenant` is a `ten_` id. A tenant-limited key sees only its tenant's
 * domains.
 */
export function listDomains(ctx: Base & Domains & Tenants & Paging, caller: Caller, query: Query) {
  const { status } = query;
  const { id: account } = caller.account;
  const tenant = caller.tenant ?? query.tenant ?? null;
  const isOf = (domain: Domain) =>
    (tenant === null || domain.tenant === tenant) && (status === undefined || domain.status === status);
  return filteredPage(ctx, query, {
    name: 'domains',
    bound: [account, 'domains', tenant ?? '', status ?? ''],
    read: (page) => ctx.domains.list(account, page),
    keep: tenant === null && status === undefined ? undefined : ({ domain }) => isOf(domain),
    show: (found) => showDomains(ctx, found),
  });
}

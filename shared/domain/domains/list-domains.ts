import type { DomainStatus } from '../../core/records/domains.ts';
import type { Base, Caller, Domains, Paging, Tenants } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { showDomains } from './domain-record.ts';

/** GET /domains: newest first, one page (C5). `tenant` is a `ten_` id; a key limited to a tenant sees its own only. */
export async function listDomains(
  ctx: Base & Domains & Tenants & Paging,
  caller: Caller,
  input: {
    limit: number;
    cursor?: string | undefined;
    status?: DomainStatus | undefined;
    tenant?: string | null;
  },
) {
  const { limit, cursor, status } = input;
  const tenant = caller.tenant ?? input.tenant ?? null;
  const bound = [caller.account.id, 'domains', tenant ?? '', status ?? ''];
  const filtered = tenant !== null || status !== undefined;
  const { records: domains, ...rest } = await filteredPage(
    ctx,
    { bound, limit, cursor, filtered },
    {
      read: (page) => ctx.domains.list(caller.account.id, page),
      keep: ({ domain }) =>
        (tenant === null || domain.tenant === tenant) && (status === undefined || domain.status === status),
      show: (found) => showDomains(ctx, found),
    },
  );
  return { domains, ...rest };
}

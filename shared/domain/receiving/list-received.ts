import { firstId } from '../../core/runtime.ts';
import type { Base, Caller, Inbound, Paging, Tenants } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { withTenantNames } from '../tenants/names.ts';
import { isFiltered, matchesReceived, type ReceivedFilters } from './received-query.ts';
import { receivedSummary } from './received-record.ts';

/** GET /received-emails: newest first, one page; since and until are key ranges, the others applied while reading (R56). */
export async function listReceived(
  ctx: Base & Inbound & Tenants & Paging,
  caller: Caller,
  input: ReceivedFilters & { limit: number; cursor?: string | undefined },
) {
  const { limit, cursor, ...filters } = input;
  const account = caller.account.id;
  const bound = [account, 'received-emails', JSON.stringify(Object.entries(filters).sort())];
  const until = filters.until === undefined ? null : firstId('inb', filters.until);
  const since = filters.since === undefined ? null : firstId('inb', filters.since);
  const page = { bound, limit, cursor, filtered: isFiltered(filters) };
  const { records, ...rest } = await filteredPage(ctx, page, {
    read: ({ limit: wanted, before }) =>
      ctx.received.list(account, { limit: wanted, before: before ?? until, since }),
    keep: (email) => matchesReceived(email, filters),
    show: (emails) => withTenantNames(ctx, account, emails, receivedSummary),
  });
  return { received_emails: records, ...rest };
}

import * as z from 'zod';
import { addressFilter } from '../../core/address-filter.ts';
import { canonicalAddress, domainOf } from '../../core/addresses.ts';
import { domainField } from '../../core/domain-field.ts';
import { instantQuery } from '../../core/instant.ts';
import type { ReceivedEmail } from '../../core/records/received.ts';
import { firstId } from '../../core/runtime.ts';
import type { Base, Caller, Inbound, Paging, Tenants } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { withTenantNames } from '../tenants/names.ts';
import { receivedSummary } from './received-record.ts';

export const ReceivedFilters = z.object({
  domain: domainField(z.string().max(1000)).optional(),
  to: addressFilter.optional(),
  from: addressFilter.optional(),
  since: instantQuery.optional(),
  until: instantQuery.optional(),
});
export type ReceivedFilters = z.output<typeof ReceivedFilters>;

/** Whether filters apply while reading. Since and until are key ranges. */
const isFiltered = ({ domain, to, from }: ReceivedFilters): boolean =>
  [domain, to, from].some((filter) => filter !== undefined);

function matchesReceived(email: ReceivedEmail, { domain, to, from }: ReceivedFilters): boolean {
  if (from !== undefined && email.from_address !== from) return false;
  if (to !== undefined && !email.rcpt_to.some((one) => canonicalAddress(one) === to)) return false;
  return domain === undefined || email.rcpt_to.some((one) => domainOf(one) === domain);
}

/**
 * GET /received-emails: one page, newest first. `since` and `until` are key ranges. Other filters apply while
 * reading.
 */
export async function listReceived(
  ctx: Base & Inbound & Tenants & Paging,
  caller: Caller,
  query: ReceivedFilters & PageQuery,
) {
  const { limit: _, cursor: _cursor, ...filters } = query;
  const account = caller.account.id;
  const until = filters.until === undefined ? null : firstId('inb', filters.until);
  const since = filters.since === undefined ? null : firstId('inb', filters.since);
  return filteredPage(ctx, query, {
    name: 'received_emails',
    bound: [account, 'received-emails', JSON.stringify(Object.entries(filters).sort())],
    read: (page) => ctx.received.list(account, { limit: page.limit, before: page.before ?? until, since }),
    keep: isFiltered(filters) ? (email) => matchesReceived(email, filters) : undefined,
    show: (emails) => withTenantNames(ctx, account, emails, receivedSummary),
  });
}

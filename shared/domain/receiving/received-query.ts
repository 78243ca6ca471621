import * as z from 'zod';
import { addressFilter } from '../../core/address-filter.ts';
import { canonicalAddress, domainNameOf, domainOf } from '../../core/addresses.ts';
import { instantQuery } from '../../core/instant.ts';
import type { ReceivedEmail } from '../../core/records/received.ts';

const domain = z
  .string()
  .max(1000)
  .refine((text) => domainNameOf(text) !== null, { error: 'not a domain name' })
  .transform((text) => domainNameOf(text) ?? '');

/** The filters of GET /received-emails; all that are given must hold (R56). */
export const ReceivedFilters = z.object({
  domain: domain.optional().meta({ description: 'The domain of a recipient in rcpt_to' }),
  to: addressFilter.optional().meta({ description: 'An address in rcpt_to' }),
  from: addressFilter.optional().meta({ description: 'The address of From' }),
  since: instantQuery.optional().meta({ description: 'Received at or after this instant' }),
  until: instantQuery.optional().meta({ description: 'Received before this instant' }),
});
export type ReceivedFilters = z.output<typeof ReceivedFilters>;

/** Whether filters have to be applied while reading; since and until are key ranges (Q14). */
export const isFiltered = ({ domain, to, from }: ReceivedFilters): boolean =>
  [domain, to, from].some((filter) => filter !== undefined);

/** Whether an email passes the filters that no key answers. */
export function matchesReceived(email: ReceivedEmail, { domain, to, from }: ReceivedFilters): boolean {
  if (from !== undefined && email.from_address !== from) return false;
  if (to !== undefined && !email.rcpt_to.some((one) => canonicalAddress(one) === to)) return false;
  return domain === undefined || email.rcpt_to.some((one) => domainOf(one) === domain);
}

import * as z from 'zod';
import { spacesAsPlus } from '../../core/address-filter.ts';
import { canonicalAddress, parseMailbox } from '../../core/addresses.ts';

/** The canonical form of any address of C8, in which lists are kept; null when it is none. */
export function listedAddress(given: string): string | null {
  const mailbox = parseMailbox(given);
  return mailbox && canonicalAddress(mailbox.address);
}

const toListed = (given: string, issues: z.RefinementCtx): string => {
  const address = listedAddress(given);
  if (address === null) issues.addIssue({ code: 'custom', message: 'not an email address' });
  return address ?? z.NEVER;
};

export const BodyAddress = z.string().transform(toListed);

/** An address in a query: form decoders make a space of its `+`. */
export const QueryAddress = z.string().transform((given, issues) => toListed(spacesAsPlus(given), issues));

import * as z from 'zod';
import { spacesAsPlus } from '../../core/address-filter.ts';
import { canonicalAddress, parseMailbox } from '../../core/addresses.ts';

/** The canonical form of an address (C8), as lists store it. Null if invalid. */
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

/** An address in a query, where form decoders turn `+` into a space. */
export const QueryAddress = z.string().transform((given, issues) => toListed(spacesAsPlus(given), issues));

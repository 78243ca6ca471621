import { canonicalMailbox } from '../../core/addresses.ts';

export type Recipients = { to: string[]; cc: string[]; bcc: string[] };

/**
 * Unique addresses, each in the first of to, cc, bcc that names it. `canonical` has all of them in that
 * order, for comparison.
 */
export function distinctRecipients(given: { to: string[]; cc?: string[]; bcc?: string[] }): {
  recipients: Recipients;
  canonical: string[];
} {
  const seen = new Set<string>();
  const keep = (list: string[] = []) =>
    list.filter((mailbox) => {
      const address = canonicalMailbox(mailbox);
      return !seen.has(address) && seen.add(address);
    });
  const recipients = { to: keep(given.to), cc: keep(given.cc), bcc: keep(given.bcc) };
  return { recipients, canonical: [...seen] };
}

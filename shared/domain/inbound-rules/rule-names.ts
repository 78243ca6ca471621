import { canonicalAddress, domainNameOf, isAddress } from '../../core/addresses.ts';

/** A tag begins at the first `+`, so `a+b+*` would match no mail. */
const local = /^(?:\*|[^*]+|[^*+]+\+\*)$/;

/**
 * A pattern in the form used to compare mail: `support@d`, `support+tag@d`, `support+*@d`, or `*@d`, in lower
 * case with A-labels. Null for anything else.
 */
export function matchOf(text: string): { match: string; domain: string } | null {
  const at = text.lastIndexOf('@');
  const domain = domainNameOf(text.slice(at + 1));
  if (at < 1 || domain === null || !isAddress(text) || !local.test(text.slice(0, at))) return null;
  return { match: canonicalAddress(text), domain };
}

/** A normalized address or domain to compare senders with. Null for anything else. */
export function senderName(text: string): string | null {
  if (!text.includes('@')) return domainNameOf(text);
  return isAddress(text) && !text.includes('*') ? canonicalAddress(text) : null;
}

export function senderFault(text: string): string {
  const domain = text.slice(text.lastIndexOf('@') + 1).replace(/^\*\./, '');
  if (!text.includes('*') || domainNameOf(domain) === null) return 'must be an address or a domain';
  return `must be an address or a domain, not a pattern; use ${domain} to block every sender in that domain`;
}

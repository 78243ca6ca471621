/** A leading blank makes it a different TXT record (RFC 7208 section 4.5). */
export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text);

export const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1);
export const isAll = (term: string) => /^[-~?+]?all$/i.test(term);
export const isRedirect = (term: string) => /^redirect=/i.test(term);
const isModifier = (term: string) => /^[a-z][a-z0-9._-]*=/i.test(term);

/** An include's host, and whether it authorizes senders. With the qualifiers `-`, `~`, and `?` it doesn't. */
export function includeOf(term: string): { host: string; authorises: boolean } | null {
  const [, qualifier, host] = /^([-~?+]?)include:(.+)$/i.exec(term) ?? [];
  if (host === undefined) return null;
  return { host: host.toLowerCase().replace(/\.$/, ''), authorises: qualifier === '' || qualifier === '+' };
}

/**
 * Whether a term is our include with a non-authorizing qualifier. The first match counts, so it would
 * override a later include.
 */
const isAgainst = (term: string, host: string): boolean => {
  const include = includeOf(term);
  return include?.host === host && !include.authorises;
};

const strictness = ['-', '~', '?', '+'];

/** The strictest `all` term, or null. */
function strictestAll(terms: string[]): string | null {
  const all = terms.filter(isAll).map((term) => (term.length === 3 ? `+${term}` : term));
  return all.sort((a, b) => strictness.indexOf(a.charAt(0)) - strictness.indexOf(b.charAt(0)))[0] ?? null;
}

/** Whether the terms include the host before an `all`, which ends evaluation. */
export function isIncluded(terms: string[], host: string): boolean {
  const end = terms.findIndex(isAll);
  const heard = terms.slice(0, end === -1 ? undefined : end).map(includeOf);
  return heard.find((include) => include?.host === host)?.authorises === true;
}

/**
 * Merges records into one that includes our host. A single record stays byte for byte, with the include
 * before its first `all` or `redirect=`, or at the end. Replaces our include if it doesn't authorize.
 */
export function mergeSpf(records: string[], host: string): string {
  const [first = 'v=spf1', ...others] = records.map((record) => record.trim());
  const ours = `include:${host}`;
  if (others.length === 0) {
    if (isIncluded(termsOf(first), host)) return first;
    if (termsOf(first).some((term) => isAgainst(term, host)))
      return mergeSpf(
        [first.replace(/\s+(\S+)/g, (text, term) => (isAgainst(term, host) ? '' : text))],
        host,
      );
    const at = first.search(/\s(?:[-~?+]?all|redirect=\S*)(?=\s|$)/i);
    return at === -1 ? `${first} ${ours}` : `${first.slice(0, at)} ${ours}${first.slice(at)}`;
  }
  const terms = records.flatMap(termsOf);
  const mechanisms = terms.filter((term) => !isAll(term) && !isModifier(term) && !isAgainst(term, host));
  const distinct = [...new Map([...mechanisms, ours].map((term) => [term.toLowerCase(), term])).values()];
  const all = strictestAll(terms);
  const redirect = all === null ? terms.find(isRedirect) : undefined;
  const explanation = termsOf(first).find((term) => /^exp=/i.test(term));
  return ['v=spf1', ...distinct, all, redirect, explanation].filter((term) => term != null).join(' ');
}

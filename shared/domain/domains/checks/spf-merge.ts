export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text.trim());

export const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1);
export const isAll = (term: string) => /^[-~?+]?all$/i.test(term);
export const isRedirect = (term: string) => /^redirect=/i.test(term);
const isModifier = (term: string) => /^[a-z][a-z0-9._-]*=/i.test(term);

/** `include:x` and `+include:x` alike; a qualifier such as `-` makes it another statement. */
export const includeOf = (term: string): string | null =>
  /^\+?include:(.+)$/i.exec(term)?.[1]?.toLowerCase().replace(/\.$/, '') ?? null;

const strictness = ['-', '~', '?', '+'];

/** The strictest of all the `all` terms; null when there is none. */
function strictestAll(terms: string[]): string | null {
  const all = terms.filter(isAll).map((term) => (term.length === 3 ? `+${term}` : term));
  return all.sort((a, b) => strictness.indexOf(a.charAt(0)) - strictness.indexOf(b.charAt(0)))[0] ?? null;
}

/** Whether our include is among the terms, and before an `all` that ends what receivers read. */
function isIncluded(terms: string[], host: string): boolean {
  const end = terms.findIndex(isAll);
  return terms.slice(0, end === -1 ? undefined : end).some((term) => includeOf(term) === host);
}

/**
 * The one record that says what these say, and includes our host (A17). Of a single record everything stays byte for
 * byte; the include goes directly before its first `all` or `redirect=`, else to the end.
 */
export function mergeSpf(records: string[], host: string): string {
  const [first = 'v=spf1', ...others] = records.map((record) => record.trim());
  const ours = `include:${host}`;
  if (others.length === 0) {
    if (isIncluded(termsOf(first), host)) return first;
    const at = first.search(/\s(?:[-~?+]?all|redirect=\S*)(?=\s|$)/i);
    return at === -1 ? `${first} ${ours}` : `${first.slice(0, at)} ${ours}${first.slice(at)}`;
  }
  const terms = records.flatMap(termsOf);
  const mechanisms = terms.filter((term) => !isAll(term) && !isModifier(term));
  const distinct = [...new Map([...mechanisms, ours].map((term) => [term.toLowerCase(), term])).values()];
  const all = strictestAll(terms);
  const redirect = all === null ? terms.find(isRedirect) : undefined;
  const explanation = termsOf(first).find((term) => /^exp=/i.test(term));
  return ['v=spf1', ...distinct, all, redirect, explanation].filter((term) => term != null).join(' ');
}

import type { Dns } from '../../../core/network.ts';
import { includeOf, isAll, isRedirect, isSpf, termsOf } from './spf-merge.ts';

/** RFC 7208 section 4.6.4. */
export const lookups = 10;

const needsLookup = (term: string) =>
  /^[-~?+]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?::|$)|exists:)/i.test(term) || isRedirect(term);

type Walk = { dns: Dns; host: string; used: number; found: boolean; unreadable: boolean };

/** Follows a record's terms in the order of a receiver, and counts what it has to look up. */
async function walk(state: Walk, record: string, depth: number): Promise<void> {
  const terms = termsOf(record);
  const hasAll = terms.some(isAll);
  for (const term of terms) {
    if (isAll(term)) return;
    if (!needsLookup(term) || (isRedirect(term) && hasAll)) continue;
    state.used++;
    const target = isRedirect(term) ? term.slice('redirect='.length).toLowerCase() : includeOf(term);
    if (target === null) continue;
    if (target === state.host) state.found = true;
    if (state.used > 2 * lookups || depth > lookups || target.includes('%')) continue;
    const answer = await state.dns.ask('TXT', target.replace(/\.$/, ''));
    if (answer === null) state.unreadable = true;
    const next = answer?.find(isSpf);
    if (next !== undefined) await walk(state, next, depth + 1);
  }
}

/** Whether our include is in force in a record, directly or through others, and how many look-ups the record takes. */
export async function readSpf(dns: Dns, record: string, host: string) {
  const state: Walk = { dns, host, used: 0, found: false, unreadable: false };
  await walk(state, record, 0);
  return { included: state.found, used: state.used, unreadable: state.unreadable };
}

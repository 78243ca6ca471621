import type { Dns } from '../../../core/network.ts';
import { includeOf, isAll, isRedirect, isSpf, termsOf } from './spf-merge.ts';

/** RFC 7208 section 4.6.4. */
export const lookups = 10;

const needsLookup = (term: string) =>
  /^[-~?+]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?::|$)|exists:)/i.test(term) || isRedirect(term);

type Walk = { dns: Dns; host: string; used: number; unreadable: boolean };

/** A record's verdict on mail from our host, by the first matching include. Null if none matches. */
type Verdict = 'authorised' | 'not_authorised' | null;

/** Follows a record's terms in a receiver's order and counts the lookups. */
async function walk(state: Walk, record: string, depth: number): Promise<Verdict> {
  const terms = termsOf(record);
  const end = terms.findIndex(isAll);
  const mechanisms = terms.slice(0, end === -1 ? undefined : end).filter((term) => !isRedirect(term));
  let verdict: Verdict = null;
  for (const term of mechanisms.filter(needsLookup)) {
    state.used++;
    const include = includeOf(term);
    if (include === null || !(await isMatch(state, include.host, depth))) continue;
    verdict ??= include.authorises ? 'authorised' : 'not_authorised';
  }
  const redirect = terms.find(isRedirect);
  if (redirect === undefined || end !== -1) return verdict;
  state.used++;
  const target = redirect.slice('redirect='.length).toLowerCase().replace(/\.$/, '');
  return verdict ?? (await verdictAt(state, target, depth));
}

const isMatch = async (state: Walk, target: string, depth: number): Promise<boolean> =>
  (await verdictAt(state, target, depth)) === 'authorised';

async function verdictAt(state: Walk, target: string, depth: number): Promise<Verdict> {
  const ours: Verdict = target === state.host ? 'authorised' : null;
  if (state.used > 2 * lookups || depth > lookups || target.includes('%')) return ours;
  const answer = await state.dns.ask('TXT', target);
  if (answer === null) state.unreadable = true;
  const [next, ...others] = answer?.filter(isSpf) ?? [];
  // Receivers reject two SPF records (RFC 7208 section 4.5).
  const verdict = next === undefined || others.length > 0 ? null : await walk(state, next, depth + 1);
  return ours ?? verdict;
}

/** Whether our include is in effect, directly or through others, and how many lookups the record takes. */
export async function readSpf(dns: Dns, record: string, host: string) {
  const state: Walk = { dns, host, used: 0, unreadable: false };
  const included = (await walk(state, record, 0)) === 'authorised';
  return { included, used: state.used, unreadable: state.unreadable };
}

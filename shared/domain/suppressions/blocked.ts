import type { Category } from '../../core/records/emails.ts';
import type { AddressState, List, OptOut, Suppression } from '../../core/records/lists.ts';
import type { Lists } from '../context.ts';

/** An email's blocked recipients, and why. */
export type Blocked = {
  suppressed: { email: string; suppression: Suppression }[];
  opted_out: { email: string; opt_out: OptOut }[];
  category: Category;
};

type Entries = { suppressions: (Suppression | null)[]; opt_outs: OptOut[][] };

/** Merges several lists: the first suppression found in list order, and every opt-out. */
function together(lists: AddressState[][]): Entries {
  const [first = []] = lists;
  const of = (i: number) => lists.flatMap((states) => states[i] ?? []);
  return {
    suppressions: first.map(
      (_, i) => of(i).find(({ suppression }) => suppression !== null)?.suppression ?? null,
    ),
    opt_outs: first.map((_, i) => of(i).flatMap(({ opt_outs }) => opt_outs)),
  };
}

/**
 * The blocked recipients, each once, in the order of to, cc, bcc. Suppression takes precedence over opt-outs.
 * Only the category's opt-outs count, and transactional has none. null if none are blocked.
 */
export function blockedRecipients(canonical: string[], category: Category, lists: Entries): Blocked | null {
  const blocked: Blocked = { suppressed: [], opted_out: [], category };
  for (const [i, email] of canonical.entries()) {
    const suppression = lists.suppressions[i];
    const opt_out = lists.opt_outs[i]?.find((entry) => entry.category === category);
    if (suppression) blocked.suppressed.push({ email, suppression });
    else if (opt_out) blocked.opted_out.push({ email, opt_out });
  }
  return blocked.suppressed.length + blocked.opted_out.length > 0 ? blocked : null;
}

/** The blocked recipients, from the current lists: the tenant's, if any, and the account's. */
export async function readBlocked(
  ctx: Lists,
  { account, tenant }: List,
  canonical: string[],
  category: Category,
): Promise<Blocked | null> {
  const tenants = tenant === null ? [null] : [tenant, null];
  const read = tenants.map((each) => ctx.suppressions.readStates({ account, tenant: each }, canonical));
  return blockedRecipients(canonical, category, together(await Promise.all(read)));
}

export const blockedReason = ({ suppressed }: Blocked) =>
  suppressed.length > 0 ? 'suppressed' : 'category_unsubscribed';

export function suppressedData({ suppressed, opted_out }: Blocked): Record<string, unknown> {
  const left = { reason: 'unsubscribe', scope: 'category', suppression_id: null };
  return {
    suppressed: [
      ...suppressed.map(({ email, suppression }) => ({
        email,
        reason: suppression.reason,
        scope: suppression.tenant === null ? 'account' : 'tenant',
        suppression_id: suppression.id,
      })),
      ...opted_out.map(({ email }) => ({ email, ...left })),
    ],
  };
}

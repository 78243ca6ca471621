import { notFound } from '../../core/errors.ts';
import type { OptOutCategory } from '../../core/records/lists.ts';
import type { Base, Caller, Lists, Paging, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { withTenantNames } from '../tenants/names.ts';
import { listOf } from './list-of.ts';
import { optOutRecord } from './records.ts';

type Query = PageQuery & { email?: string | undefined; category?: OptOutCategory | undefined };

/** GET /opt-outs: one page of one list, newest first. `email` finds its entries by key. */
export function listOptOuts(ctx: Base & Lists & Tenants & Paging, caller: Caller, query: Query) {
  const { email, category } = query;
  const list = listOf(caller);
  return filteredPage(ctx, query, {
    name: 'opt_outs',
    bound: [list.account, list.tenant ?? '', 'opt-outs', email ?? '', category ?? ''],
    read: async (page) => {
      if (email === undefined) return ctx.opt_outs.list(list, page);
      const { before } = page;
      const entries = (await ctx.opt_outs.get(list, email)).sort((a, b) => (a.id < b.id ? 1 : -1));
      return { entries: entries.filter(({ id }) => before === null || id < before), next: null };
    },
    keep: category && ((entry) => entry.category === category),
    show: (entries) => withTenantNames(ctx, list.account, entries, optOutRecord),
  });
}

/** DELETE /opt-outs: 404 if the address did not leave that category of that list. */
export async function removeOptOut(
  ctx: Lists,
  caller: Caller,
  { email, category }: { email: string; category: OptOutCategory },
): Promise<void> {
  requireScope(caller, ['suppressions:write']);
  if (!(await ctx.opt_outs.remove(listOf(caller), email, category))) throw notFound('Opt-out');
}

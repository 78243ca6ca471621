import type { SuppressionReason } from '../../core/records/lists.ts';
import type { Base, Caller, Lists, Paging, Tenants } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { withTenantNames } from '../tenants/names.ts';
import { listOf } from './list-of.ts';
import { suppressionRecord } from './records.ts';

type Query = PageQuery & { email?: string | undefined; reason?: SuppressionReason | undefined };

/** GET /suppressions: one page of one list, newest first. `email` finds its entry by key. */
export function listSuppressions(ctx: Base & Lists & Tenants & Paging, caller: Caller, query: Query) {
  const { email, reason } = query;
  const list = listOf(caller);
  return filteredPage(ctx, query, {
    name: 'suppressions',
    bound: [list.account, list.tenant ?? '', 'suppressions', email ?? '', reason ?? ''],
    read: async (page) => {
      if (email === undefined) return ctx.suppressions.list(list, page);
      const entry = page.before === null ? await ctx.suppressions.get(list, email) : null;
      return { entries: entry === null ? [] : [entry], next: null };
    },
    keep: reason && ((entry) => entry.reason === reason),
    show: (entries) => withTenantNames(ctx, list.account, entries, suppressionRecord),
  });
}

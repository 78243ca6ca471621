import type { SuppressionReason } from '../../core/records/lists.ts';
import type { Base, Caller, Lists, Paging, Tenants } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { Page } from '../ports/common.ts';
import { withTenantNames } from '../tenants/names.ts';
import { listOf } from './list-of.ts';
import { suppressionRecord } from './records.ts';

type Query = PageQuery & { email?: string | undefined; reason?: SuppressionReason | undefined };

/** GET /suppressions: newest first, one page of one list; `email` finds its entry by key (H26). */
export async function listSuppressions(ctx: Base & Lists & Tenants & Paging, caller: Caller, query: Query) {
  const { email, reason, limit, cursor } = query;
  const list = listOf(caller);
  const bound = [list.account, list.tenant ?? '', 'suppressions', email ?? '', reason ?? ''];
  const read = async (page: Page) => {
    if (email === undefined) {
      const { suppressions, next } = await ctx.suppressions.list(list, page);
      return { entries: suppressions, next };
    }
    const entry = page.before === null ? await ctx.suppressions.get(list, email) : null;
    return { entries: entry === null ? [] : [entry], next: null };
  };
  const input = { bound, limit, cursor, filtered: reason !== undefined };
  const { records: suppressions, ...end } = await filteredPage(ctx, input, {
    read,
    keep: (entry) => reason === undefined || entry.reason === reason,
    show: (entries) => withTenantNames(ctx, list.account, entries, suppressionRecord),
  });
  return { suppressions, ...end };
}

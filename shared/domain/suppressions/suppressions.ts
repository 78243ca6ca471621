import { notFound } from '../../core/errors.ts';
import type { Suppression, SuppressionReason } from '../../core/records/lists.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller, Lists, Paging, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { withTenantNames } from '../tenants/names.ts';
import { listOf } from './list-of.ts';
import { suppressionRecord } from './records.ts';
import { giveRoomBack } from './room.ts';

/** GET /suppressions/{id}: 404 for another list's entry. */
export async function getSuppression(ctx: Lists, caller: Caller, id: string): Promise<Suppression> {
  const entry = isId('sup', id) ? await ctx.suppressions.find(listOf(caller), id) : null;
  if (entry === null) throw notFound('Suppression');
  return entry;
}

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

/** DELETE /suppressions: 404 unless the address is on that very list. */
export async function removeSuppression(ctx: Base & Lists, caller: Caller, email: string): Promise<void> {
  requireScope(caller, ['suppressions:write']);
  const removed = await ctx.suppressions.remove(listOf(caller), email);
  if (removed === null) throw notFound('Suppression');
  await giveRoomBack(ctx, caller, [removed]);
}

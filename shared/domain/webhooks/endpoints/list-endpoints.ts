import type { Caller, Paging, Tenants, Webhooks } from '../../context.ts';
import { openCursor, type PageQuery, sealNext } from '../../lists/filtered-page.ts';
import { showEndpoints } from './endpoint-record.ts';

/** GET /webhooks: newest first, one page (C5). */
export async function listEndpoints(
  ctx: Webhooks & Tenants & Paging,
  caller: Caller,
  { limit, cursor }: PageQuery,
) {
  const bound = [caller.account.id, 'webhooks'];
  const before = await openCursor(ctx, bound, cursor);
  const page = await ctx.webhooks.list(caller.account.id, limit, before);
  const end = await sealNext(ctx, bound, page.next);
  return { webhooks: await showEndpoints(ctx, page.webhooks), ...end };
}

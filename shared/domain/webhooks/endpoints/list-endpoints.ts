import { invalid } from '../../../core/errors.ts';
import type { Caller, Paging, Tenants, Webhooks } from '../../context.ts';
import { showEndpoints } from './endpoint-record.ts';

/** GET /webhooks: newest first, one page (C5). */
export async function listEndpoints(
  ctx: Webhooks & Tenants & Paging,
  caller: Caller,
  input: { limit: number; cursor?: string | undefined },
) {
  const bound = [caller.account.id, 'webhooks'];
  const before = input.cursor === undefined ? null : await ctx.cursors.open(bound, input.cursor);
  if (input.cursor !== undefined && before === null)
    throw invalid([{ path: 'cursor', rule: 'format', message: 'cursor: not a cursor of this list' }]);
  const page = await ctx.webhooks.list(caller.account.id, input.limit, before);
  const next_cursor = page.next === null ? null : await ctx.cursors.seal(bound, page.next);
  const webhooks = await showEndpoints(ctx, page.webhooks);
  return { webhooks, has_more: next_cursor !== null, next_cursor };
}

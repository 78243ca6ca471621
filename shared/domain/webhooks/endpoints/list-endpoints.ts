import type { Base, Caller, DeliveryLogs, Paging, Tenants, Webhooks } from '../../context.ts';
import { filteredPage, type PageQuery } from '../../lists/filtered-page.ts';
import { showEndpoints } from './endpoint-record.ts';

/** GET /webhooks: one page, newest first. */
export function listEndpoints(
  ctx: Base & Webhooks & DeliveryLogs & Tenants & Paging,
  caller: Caller,
  query: PageQuery,
) {
  const { id: account } = caller.account;
  return filteredPage(ctx, query, {
    name: 'webhooks',
    bound: [account, 'webhooks'],
    read: (page) => ctx.webhooks.list(account, page),
    show: (endpoints) => showEndpoints(ctx, endpoints),
  });
}

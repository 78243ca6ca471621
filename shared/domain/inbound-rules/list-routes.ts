import type { Caller, InboundRules, Paging } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { sees } from './get-route.ts';
import { routeRecord } from './rule-records.ts';

/** GET /inbound-routes: newest first, one page (C5); of a domain alone, by its id. A key of a tenant sees those of its domains. */
export async function listRoutes(
  ctx: InboundRules & Paging,
  caller: Caller,
  input: { limit: number; cursor?: string | undefined; domain_id: string | null },
) {
  const { limit, cursor, domain_id } = input;
  const account = caller.account.id;
  const bound = [account, 'inbound-routes', caller.tenant ?? '', domain_id ?? ''];
  const filtered = caller.tenant !== null || domain_id !== null;
  const { records, ...rest } = await filteredPage(
    ctx,
    { bound, limit, cursor, filtered },
    {
      read: (page) => ctx.inbound_routes.list(account, page),
      keep: (route) => sees(caller, route) && (domain_id === null || route.domain_id === domain_id),
      show: async (routes) => routes.map(routeRecord),
    },
  );
  return { inbound_routes: records, ...rest };
}

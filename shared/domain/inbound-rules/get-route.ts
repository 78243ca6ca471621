import { notFound } from '../../core/errors.ts';
import { isId } from '../../core/runtime.ts';
import type { Caller, InboundRules, Paging } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import type { OwnedRoute } from '../ports/inbound-rules.ts';
import { routeRecord } from './rule-records.ts';

/** Whether a caller may see what belongs to this tenant, or to the account (A9). */
export const sees = (caller: Caller, { tenant }: { tenant: string | null }): boolean =>
  caller.tenant === null || tenant === caller.tenant;

/** The caller's route; 404 for what is not there, another account's, or another tenant's (C13). */
export async function getRoute(ctx: InboundRules, caller: Caller, id: string): Promise<OwnedRoute> {
  const route = isId('irt', id) ? await ctx.inbound_routes.get(caller.account.id, id) : null;
  if (route === null || !sees(caller, route)) throw notFound('Inbound route');
  return route;
}

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

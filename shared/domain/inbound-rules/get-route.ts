import { notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { type Id, isId } from '../../core/runtime.ts';
import type { Base, Caller, InboundRules, Paging } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { OwnedRoute } from '../ports/inbound-rules.ts';
import { routeRecord } from './rule-records.ts';

/** Whether a caller may see what belongs to this tenant, or to the account. */
export const sees = (caller: Caller, { tenant }: { tenant: Id<'ten'> | null }): boolean =>
  caller.tenant === null || tenant === caller.tenant;

/** The caller's route. 404 if missing, in another account, or another tenant's. */
export async function getRoute(ctx: InboundRules, caller: Caller, id: string): Promise<OwnedRoute> {
  const route = isId('irt', id) ? await ctx.inbound_routes.get(caller.account.id, id) : null;
  if (route === null || !sees(caller, route)) throw notFound('Inbound route');
  return route;
}

/**
 * GET /inbound-routes: one page, newest first, optionally for one domain. A tenant key sees its domains'
 * routes.
 */
export function listRoutes(
  ctx: Base & InboundRules & Paging,
  caller: Caller,
  query: PageQuery,
  domain: Domain | null,
) {
  const { account, tenant } = caller;
  const domain_id = domain?.id ?? null;
  const isOf = (route: OwnedRoute) =>
    sees(caller, route) && (domain_id === null || route.domain_id === domain_id);
  return filteredPage(ctx, query, {
    name: 'inbound_routes',
    bound: [account.id, 'inbound-routes', tenant ?? '', domain_id ?? ''],
    read: (page) => ctx.inbound_routes.list(account.id, page),
    keep: tenant === null && domain_id === null ? undefined : isOf,
    show: async (routes) => routes.map(routeRecord),
  });
}

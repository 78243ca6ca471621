import { notFound } from '../../core/errors.ts';
import { isId } from '../../core/runtime.ts';
import type { Caller, InboundRules } from '../context.ts';
import type { OwnedRoute } from '../ports/inbound-rules.ts';

/** Whether a caller may see what belongs to this tenant, or to the account (A9). */
export const sees = (caller: Caller, { tenant }: { tenant: string | null }): boolean =>
  caller.tenant === null || tenant === caller.tenant;

/** The caller's route; 404 for what is not there, another account's, or another tenant's (C13). */
export async function getRoute(ctx: InboundRules, caller: Caller, id: string): Promise<OwnedRoute> {
  const route = isId('irt', id) ? await ctx.inbound_routes.get(caller.account.id, id) : null;
  if (route === null || !sees(caller, route)) throw notFound('Inbound route');
  return route;
}

import { notFound } from '../../core/errors.ts';
import type { InboundRoute } from '../../core/records/inbound-rules.ts';
import { laterThan, revise } from '../../core/revise.ts';
import type { Base, Caller, InboundRules, Webhooks } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { getRoute } from './get-route.ts';
import { checkTarget, namedEndpoint } from './route-target.ts';
import type { ChangeRoute } from './rule-requests.ts';

/**
 * PATCH /inbound-routes/{id}: changes action or endpoint for mail that arrives from now on. `refuse` clears
 * the endpoint. Concurrent changes apply in turn. Throws 404, and 400 for an endpoint without email.received.
 */
export async function updateRoute(
  ctx: Base & InboundRules & Webhooks,
  caller: Caller,
  id: string,
  change: ChangeRoute,
): Promise<InboundRoute> {
  requireScope(caller, ['inbound:write']);
  const webhook = await namedEndpoint(ctx, caller, change.webhook_id);
  return revise(ctx.runtime, async () => {
    const seen = await getRoute(ctx, caller, id);
    const action = change.action ?? seen.action;
    checkTarget(action, webhook);
    const kept = action === 'refuse' ? null : seen.webhook_id;
    const webhook_id = change.webhook_id === undefined ? kept : (webhook?.id ?? null);
    const updated_at = laterThan(ctx.runtime, seen.updated_at);
    const written = await ctx.inbound_routes.update(seen, { action, webhook_id, updated_at });
    if (written !== null)
      ctx.log.info('inbound_route_changed', { account: seen.account, route_id: id, action });
    return written ?? undefined;
  });
}

export async function removeRoute(ctx: Base & InboundRules, caller: Caller, id: string): Promise<void> {
  requireScope(caller, ['inbound:write']);
  const route = await getRoute(ctx, caller, id);
  if (!(await ctx.inbound_routes.remove(route))) throw notFound('Inbound route');
  ctx.log.info('inbound_route_deleted', { account: route.account, route_id: route.id });
}

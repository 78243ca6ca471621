import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import type { InboundRoute } from '../../core/records/inbound-rules.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Domains, InboundRules, Webhooks } from '../context.ts';
import { getDomain } from '../domains/get-domain.ts';
import { requireScope } from '../keys/require-scope.ts';
import { checkTarget, namedEndpoint } from './route-target.ts';
import { matchOf } from './rule-names.ts';
import type { CreateRoute } from './rule-requests.ts';

/** Routes per domain. */
const maxRoutes = 200;

type Named = { domain: Domain | null; webhook: WebhookEndpoint | null };

/**
 * The domain and endpoint that a request names, or null if invalid. Throws 404 for other accounts' objects.
 */
export async function namedByRoute(
  ctx: Domains & Webhooks,
  caller: Caller,
  raw: Record<string, unknown>,
): Promise<Named> {
  const named = typeof raw.match === 'string' ? matchOf(raw.match) : null;
  const [domain, webhook] = await Promise.all([
    named && getDomain(ctx, caller, named.domain).then((found) => found.domain),
    namedEndpoint(ctx, caller, raw.webhook_id),
  ]);
  return { domain, webhook };
}

/**
 * POST /inbound-routes: adds a route to a receiving domain. Returns the existing route if action and endpoint
 * are the same. Throws 409 conflict for a different route with the same `match`, 403 plan_limit at 200 routes
 * per domain, and 400 for a domain that doesn't receive or an endpoint without email.received.
 */
export async function createRoute(
  ctx: Base & InboundRules,
  caller: Caller,
  { match: text, action }: CreateRoute,
  { domain, webhook }: Named,
): Promise<{ inbound_route: InboundRoute; created: boolean }> {
  requireScope(caller, ['inbound:write']);
  const named = matchOf(text);
  if (named === null || domain === null) throw notFound('Domain');
  if (!domain.inbound_enabled)
    throw invalid([
      { path: 'match', rule: 'conflict', message: `match: ${domain.name} does not receive email` },
    ]);
  checkTarget(action, webhook);
  const at = timestamp(ctx.runtime.now());
  const route: InboundRoute = {
    id: ctx.runtime.id('irt'),
    account: domain.account,
    domain: domain.name,
    domain_id: domain.id,
    match: named.match,
    action,
    webhook_id: webhook?.id ?? null,
    created_at: at,
    updated_at: at,
  };
  const made = await ctx.inbound_routes.create(route, maxRoutes);
  if (made.result === 'gone') throw notFound('Domain');
  if (made.result === 'limit')
    throw new AppError('plan_limit', `A domain can have at most ${maxRoutes} inbound routes`, {
      status: 403,
      details: { limit: maxRoutes, used: made.used, period: 'total' },
    });
  if (made.result === 'exists') {
    const { current } = made;
    if (current.action === route.action && current.webhook_id === route.webhook_id)
      return { inbound_route: current, created: false };
    throw new AppError('conflict', `${route.match} already has a route`, {
      details: { reason: 'exists', id: current.id },
      hint: 'Change it with PATCH /inbound-routes/{id}',
    });
  }
  const { account, id: route_id } = route;
  ctx.log.info('inbound_route_created', { account, route_id, domain_id: domain.id, action });
  return { inbound_route: route, created: true };
}

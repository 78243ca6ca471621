import { domainOf } from '../../core/addresses.ts';
import type { InboundRoute } from '../../core/records/inbound-rules.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Domains, InboundRules } from '../context.ts';
import { routeOf } from './match-route.ts';
import { takesReceived } from './route-target.ts';

/** Each recipient's route, as it is stored now. Null if there is none. */
export async function recipientRoutes(
  ctx: Domains & InboundRules,
  recipients: string[],
): Promise<(InboundRoute | null)[]> {
  const names = [...new Set(recipients.map(domainOf))];
  const found = await Promise.all(
    names.map(async (name) => {
      const [domain, routes] = await Promise.all([ctx.domains.get(name), ctx.inbound_routes.of(name)]);
      return [name, routes.filter(({ domain_id }) => domain_id === domain?.id)] as const;
    }),
  );
  const byName = new Map(found);
  return recipients.map((address) => routeOf(byName.get(domainOf(address)) ?? [], address));
}

/**
 * The endpoints that receive an email's event: those of its recipients' routes, each once. All endpoints if a
 * recipient has no route, or a route whose endpoint is deleted, disabled, or unsubscribed.
 */
export function routedEndpoints(
  routes: (InboundRoute | null)[],
  endpoints: WebhookEndpoint[],
): WebhookEndpoint[] {
  const usable = new Set(endpoints.filter((each) => each.enabled && takesReceived(each)).map(({ id }) => id));
  const targets = routes.map((route) => route?.webhook_id ?? null);
  if (targets.some((id) => id === null || !usable.has(id))) return endpoints;
  return endpoints.filter(({ id }) => targets.includes(id));
}

import type { Base, Domains, InboundRules, Paging, Tenants, Webhooks } from '../../shared/domain/context.ts';
import { namedDomain } from '../../shared/domain/domains/get-domain.ts';
import { createRoute, namedByRoute } from '../../shared/domain/inbound-rules/create-route.ts';
import { getRoute, listRoutes } from '../../shared/domain/inbound-rules/get-route.ts';
import { namedEndpoint } from '../../shared/domain/inbound-rules/route-target.ts';
import { RouteRecord, routeRecord } from '../../shared/domain/inbound-rules/rule-records.ts';
import {
  ChangeRoute,
  CreateRoute,
  routeClears,
  routeFilters,
} from '../../shared/domain/inbound-rules/rule-requests.ts';
import { removeRoute, updateRoute } from '../../shared/domain/inbound-rules/update-route.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';

export const inboundRoutes: Resource<Base & InboundRules & Domains & Tenants & Webhooks & Paging> = resource({
  path: '/inbound-routes',
  id: 'irt',
  one: 'inbound_route',
  many: 'inbound_routes',
  noun: 'an inbound route',
  named: 'match',
  about: 'Rules that route received email by recipient address.',
  read: ['inbound:read'],
  write: ['inbound:write'],
  tenant_keys: 'own',
  record: RouteRecord,
  show: (_ctx, route) => routeRecord(route),
  create: {
    summary: 'Route received email by address',
    description:
      '`deliver` sends the email to the endpoint in `webhook_id`, or to all endpoints if none is set. `refuse` rejects the email. The most specific route applies: the exact address, then `local+*`, then `*`. Up to 200 routes per domain. If an identical route exists, returns 200 with it.',
    also: [200, 404, 409],
    body: CreateRoute,
    find: (ctx, { caller, raw }) => namedByRoute(ctx, caller, raw),
    verb: createRoute,
  },
  list: {
    description: 'Filter by `domain`, as a name or id.',
    also: [404],
    filters: routeFilters,
    find: (ctx, { caller, search }) => namedDomain(ctx, caller, search.get('domain') || null),
    verb: listRoutes,
  },
  get: { verb: getRoute, description: 'If its endpoint has been deleted, the email goes to all endpoints.' },
  update: {
    summary: "Change an inbound route's action or endpoint",
    description:
      'Takes effect within 35 seconds on port 25, and within 5 seconds for events. `refuse` clears the endpoint.',
    body: ChangeRoute,
    clears: routeClears,
    find: async (ctx, { caller, raw }, id) => {
      await getRoute(ctx, caller, id);
      await namedEndpoint(ctx, caller, raw.webhook_id);
    },
    verb: updateRoute,
  },
  remove: {
    verb: removeRoute,
    description:
      'Email to its addresses then follows the next matching route. If none matches, it goes to all endpoints.',
  },
  sample: { match: 'noreply@in.example.com', action: 'refuse' },
  page: {
    columns: [
      ['match', 'Address'],
      ['action', 'Action'],
      ['webhook_id', 'Endpoint'],
      ['created_at', 'Since'],
    ],
    empty: 'No routes. Email to any address at your receiving domains goes to all subscribed endpoints.',
    add: {
      title: 'Add a route',
      label: 'Add route',
      done: 'The route was saved.',
      fields: [
        {
          name: 'match',
          label: 'Address',
          required: true,
          hint: 'support@in.example.com, support+*@in.example.com, or *@in.example.com',
        },
        {
          name: 'action',
          label: 'Action',
          options: [
            ['deliver', 'Deliver'],
            ['refuse', 'Refuse'],
          ],
        },
        { name: 'webhook_id', label: 'Endpoint', hint: 'For delivered email' },
      ],
    },
    remove: {
      title: 'Delete route',
      label: 'Delete',
      question:
        'Email for {match} then follows the next matching route. If none matches, it goes to all subscribed endpoints.',
      done: 'The route was deleted.',
    },
  },
});

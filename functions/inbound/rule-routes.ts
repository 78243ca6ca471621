import * as z from 'zod';
import type {
  Base,
  Caller,
  Domains,
  InboundRules,
  Paging,
  Tenants,
  Webhooks,
} from '../../shared/domain/context.ts';
import { getDomain } from '../../shared/domain/domains/get-domain.ts';
import {
  blockSender,
  getBlock,
  listBlocks,
  unblockSender,
} from '../../shared/domain/inbound-rules/block-sender.ts';
import { createRoute, namedByRoute } from '../../shared/domain/inbound-rules/create-route.ts';
import { getRoute, listRoutes } from '../../shared/domain/inbound-rules/get-route.ts';
import { namedEndpoint } from '../../shared/domain/inbound-rules/route-target.ts';
import {
  BlockRecord,
  blockRecord,
  RouteRecord,
  routeRecord,
} from '../../shared/domain/inbound-rules/rule-records.ts';
import {
  BlockSender,
  ChangeRoute,
  CreateRoute,
  routeClears,
  routeFilters,
} from '../../shared/domain/inbound-rules/rule-requests.ts';
import { removeRoute, updateRoute } from '../../shared/domain/inbound-rules/update-route.ts';
import { actingFor } from '../../shared/domain/tenants/guard.ts';
import { namedTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { withTenantName } from '../../shared/domain/tenants/names.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

type Ctx = Base & InboundRules & Domains & Tenants & Webhooks & Paging;

const read = { scope: ['inbound:read'], bucket: 'other', tenant_keys: 'own', status: 200 } as const;
const write = { ...read, scope: ['inbound:write'] } as const;

type ById = FindInput<{ id: string }>;
const findRoute = (ctx: InboundRules, { caller, params }: ById) => getRoute(ctx, caller, params.id);
const findBlock = (ctx: InboundRules & Tenants, { caller, params }: ById) => getBlock(ctx, caller, params.id);

const namedDomain = async (ctx: Domains, caller: Caller, name: unknown) =>
  typeof name === 'string' ? (await getDomain(ctx, caller, name)).domain : null;

/** The caller as one that acts for the tenant that is named, and the domain: both may be 404 (C11). */
async function findScope(ctx: Ctx, { caller, raw }: FindInput) {
  const acting = actingFor(caller, await namedTenant(ctx, caller, raw.tenant));
  return { acting, domain: await namedDomain(ctx, acting, raw.domain) };
}

/** The rules of received mail: routes by address (N42) and blocked senders (N46). */
export const ruleRoutes: Route<Ctx>[] = [
  route({
    ...write,
    method: 'POST',
    path: '/inbound-routes',
    summary: 'Route received mail of an address; a route that is there already is answered with 200',
    also: [200, 404, 409],
    body: CreateRoute,
    status: 201,
    response: z.object({ inbound_route: RouteRecord }),
    find: (ctx, { caller, raw }) => namedByRoute(ctx, caller, raw),
    run: async (ctx, { caller, body, found }) => {
      const made = await createRoute(ctx, caller, body, found);
      return { body: { inbound_route: routeRecord(made.route) }, status: made.created ? 201 : 200 };
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: '/inbound-routes',
    summary: 'List inbound routes, newest first',
    also: [404],
    query: z.object({ ...ListQuery.shape, ...routeFilters }),
    response: listOf('inbound_routes', RouteRecord),
    find: (ctx, { caller, search }) => namedDomain(ctx, caller, search.get('domain') || null),
    run: async (ctx, { caller, query: { limit, cursor }, found }) => ({
      body: await listRoutes(ctx, caller, { limit, cursor, domain_id: found?.id ?? null }),
    }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/inbound-routes/{id}',
    summary: 'Get an inbound route',
    response: z.object({ inbound_route: RouteRecord }),
    find: findRoute,
    run: async (_ctx, { found }) => ({ body: { inbound_route: routeRecord(found) } }),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/inbound-routes/{id}',
    summary: 'Change the action or the endpoint of an inbound route',
    body: ChangeRoute,
    clears: routeClears,
    response: z.object({ inbound_route: RouteRecord }),
    find: async (ctx, { caller, params, raw }) => {
      await getRoute(ctx, caller, params.id);
      await namedEndpoint(ctx, caller, raw.webhook_id);
    },
    run: async (ctx, { caller, params, body }) => ({
      body: { inbound_route: routeRecord(await updateRoute(ctx, caller, params.id, body)) },
    }),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/inbound-routes/{id}',
    summary: 'Delete an inbound route',
    response: Ok,
    find: findRoute,
    run: (ctx, { caller, found }) => removeRoute(ctx, caller, found).then(() => done),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/blocked-senders',
    summary: 'Refuse the mail of a sender; one that is blocked already is answered with 200',
    also: [200, 404],
    body: BlockSender,
    status: 201,
    response: z.object({ blocked_sender: BlockRecord }),
    find: findScope,
    run: async (ctx, { body, found: { acting, domain } }) => {
      const { block, created } = await blockSender(ctx, acting, body, domain);
      const record = await withTenantName(ctx, block.account, block, blockRecord);
      return { body: { blocked_sender: record }, status: created ? 201 : 200 };
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: '/blocked-senders',
    summary: 'List blocked senders, newest first',
    query: ListQuery,
    response: listOf('blocked_senders', BlockRecord),
    run: async (ctx, { caller, query }) => ({ body: await listBlocks(ctx, caller, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/blocked-senders/{id}',
    summary: 'Get a blocked sender',
    response: z.object({ blocked_sender: BlockRecord }),
    find: findBlock,
    run: async (ctx, { found }) => ({
      body: { blocked_sender: await withTenantName(ctx, found.account, found, blockRecord) },
    }),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/blocked-senders/{id}',
    summary: 'Take the mail of a sender again',
    response: Ok,
    find: findBlock,
    run: (ctx, { caller, found }) => unblockSender(ctx, caller, found).then(() => done),
  }),
];

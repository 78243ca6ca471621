import * as z from 'zod';
import type { Base, DeliveryLogs, Paging, Publishing } from '../../shared/domain/context.ts';
import {
  DeliveryDetail,
  DeliveryRecord,
  deliveryRecord,
  ListedDelivery,
} from '../../shared/domain/webhooks/deliveries/delivery-record.ts';
import { getDelivery, getDeliveryDetail } from '../../shared/domain/webhooks/deliveries/get-delivery.ts';
import {
  DeliveryFilters,
  listDeliveries,
  PayloadQuery,
} from '../../shared/domain/webhooks/deliveries/list-deliveries.ts';
import { DeliveryAction, replayDelivery } from '../../shared/domain/webhooks/deliveries/replay-delivery.ts';
import { getEndpoint } from '../../shared/domain/webhooks/endpoints/get-endpoint.ts';
import { type Route, route } from '../../shared/http/route.ts';
import { ListQuery, listOf } from '../../shared/http/schemas.ts';

const read = { scope: ['webhooks:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;

export const deliveryRoutes: Route<Base & Publishing & DeliveryLogs & Paging>[] = [
  route({
    ...read,
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    sdk: 'webhooks.deliveries.list',
    summary: "List a webhook endpoint's deliveries, newest first",
    description:
      'With filters, a page can be short or empty while `has_more` is true. Continue with `next_cursor`.',
    query: z.object({ ...ListQuery.shape, ...DeliveryFilters.shape, ...PayloadQuery.shape }),
    response: listOf('deliveries', ListedDelivery),
    find: (ctx, { caller, params }) => getEndpoint(ctx, caller, params.id),
    run: async (ctx, { found, query }) => ({ body: await listDeliveries(ctx, found, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/webhooks/{id}/deliveries/{delivery}',
    sdk: 'webhooks.deliveries.get',
    summary: 'Get a delivery with its payload and attempts',
    description: "Failed attempts include the first 4 KB of your server's response.",
    response: z.object({ delivery: DeliveryDetail }),
    run: async (ctx, { caller, params }) => ({
      body: { delivery: await getDeliveryDetail(ctx, caller, params) },
    }),
  }),
  route({
    ...read,
    scope: ['webhooks:write'],
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery}',
    sdk: 'webhooks.deliveries.act',
    summary: 'Replay a delivery',
    description: 'Creates a new delivery of the same event.',
    also: [409],
    body: DeliveryAction,
    response: z.object({ delivery: DeliveryRecord }),
    find: (ctx, { caller, params }) => getDelivery(ctx, caller, params),
    run: async (ctx, { caller, params }) => ({
      body: { delivery: deliveryRecord(await replayDelivery(ctx, caller, params)) },
    }),
  }),
];

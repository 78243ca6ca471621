import * as z from 'zod';
import type {
  Base,
  DeliveryLogs,
  Mail,
  Paging,
  Publishing,
  Resolving,
  Timeline,
} from '../../shared/domain/context.ts';
import { checkNamedTenant, checkTenants } from '../../shared/domain/tenants/guard.ts';
import { DeliveryDetail, DeliveryRecord } from '../../shared/domain/webhooks/deliveries/delivery-record.ts';
import { getDeliveryDetail } from '../../shared/domain/webhooks/deliveries/get-delivery.ts';
import { DeliveryFilters, listDeliveries } from '../../shared/domain/webhooks/deliveries/list-deliveries.ts';
import { createEndpoint } from '../../shared/domain/webhooks/endpoints/create-endpoint.ts';
import { endpointRecord, WebhookRecord } from '../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import {
  ChangeEndpoint,
  CreateEndpoint,
  endpointClears,
} from '../../shared/domain/webhooks/endpoints/endpoint-request.ts';
import { getEndpoint } from '../../shared/domain/webhooks/endpoints/get-endpoint.ts';
import { listEndpoints } from '../../shared/domain/webhooks/endpoints/list-endpoints.ts';
import { removeEndpoint } from '../../shared/domain/webhooks/endpoints/remove-endpoint.ts';
import { updateEndpoint } from '../../shared/domain/webhooks/endpoints/update-endpoint.ts';
import { sendTestEvent, TestEvent, TestResult } from '../../shared/domain/webhooks/send-test-event.ts';
import { type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

const read = { scope: ['webhooks:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const write = { ...read, scope: ['webhooks:write'] } as const;

/** The webhooks group, and POST /emails/test, which is about webhooks and sends no email. */
export const webhookRoutes: Route<Base & Mail & Timeline & Publishing & DeliveryLogs & Resolving & Paging>[] =
  [
    route({
      ...write,
      method: 'POST',
      path: '/webhooks',
      summary: 'Create a webhook endpoint',
      description: 'Only this answer shows the signing secret.',
      also: [404],
      body: CreateEndpoint,
      response: z.object({ webhook: WebhookRecord, secret: z.string() }),
      find: async (_ctx, { caller, raw }) => checkTenants(caller, raw.tenants),
      run: async (ctx, { caller, body }) => {
        const { webhook, secret } = await createEndpoint(ctx, caller, body);
        return { body: { webhook: endpointRecord(webhook), secret } };
      },
    }),
    route({
      ...read,
      method: 'GET',
      path: '/webhooks',
      summary: 'List webhook endpoints, newest first',
      query: ListQuery,
      response: listOf('webhooks', WebhookRecord),
      run: async (ctx, { caller, query }) => ({ body: await listEndpoints(ctx, caller, query) }),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/webhooks/{id}',
      summary: 'Get a webhook endpoint',
      response: z.object({ webhook: WebhookRecord }),
      run: async (ctx, { caller, params }) => ({
        body: { webhook: endpointRecord(await getEndpoint(ctx, caller, params.id)) },
      }),
    }),
    route({
      ...write,
      method: 'PATCH',
      path: '/webhooks/{id}',
      summary: 'Change, enable or disable a webhook endpoint',
      also: [409],
      body: ChangeEndpoint,
      clears: endpointClears,
      response: z.object({ webhook: WebhookRecord }),
      find: async (ctx, { caller, params, raw }) => {
        checkTenants(caller, raw.tenants);
        await getEndpoint(ctx, caller, params.id);
      },
      run: async (ctx, { caller, params, body }) => ({
        body: { webhook: endpointRecord(await updateEndpoint(ctx, caller, params.id, body)) },
      }),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/webhooks/{id}',
      summary: 'Delete a webhook endpoint',
      response: Ok,
      run: async (ctx, { caller, params }) => {
        await removeEndpoint(ctx, caller, params.id);
        return done;
      },
    }),
    route({
      ...read,
      method: 'GET',
      path: '/webhooks/{id}/deliveries',
      summary: 'List the deliveries of a webhook endpoint, newest first',
      description:
        'Filters may leave a page short, even empty, while has_more is true: continue with next_cursor.',
      query: z.object({ ...ListQuery.shape, ...DeliveryFilters.shape }),
      response: listOf('deliveries', DeliveryRecord),
      find: (ctx, { caller, params }) => getEndpoint(ctx, caller, params.id),
      run: async (ctx, { found, query }) => ({ body: await listDeliveries(ctx, found, query) }),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/webhooks/{id}/deliveries/{delivery}',
      summary: 'Get a delivery with its payload and attempts',
      response: z.object({ delivery: DeliveryDetail }),
      run: async (ctx, { caller, params }) => ({
        body: { delivery: await getDeliveryDetail(ctx, caller, params) },
      }),
    }),
    route({
      method: 'POST',
      path: '/emails/test',
      summary: 'Send a test event to webhook endpoints',
      description: 'The event is that of the email that `email_id` names, or a sample. No email is sent.',
      also: [404],
      scope: ['full'],
      bucket: 'other',
      tenant_keys: 'closed',
      body: TestEvent,
      status: 200,
      response: TestResult,
      find: async (_ctx, { caller, raw }) => checkNamedTenant(caller, raw.tenant),
      run: async (ctx, { caller, body }) => ({ body: await sendTestEvent(ctx, caller, body) }),
    }),
  ];

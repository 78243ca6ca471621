import * as z from 'zod';
import type { WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import type {
  Base,
  Claims,
  DeliveryLogs,
  Mail,
  Paging,
  Publishing,
  Resolving,
  Tenants,
  Timeline,
} from '../../shared/domain/context.ts';
import { namedTenant, namedTenants } from '../../shared/domain/tenants/named-tenant.ts';
import { replayFailed } from '../../shared/domain/webhooks/deliveries/replay-failed.ts';
import { createEndpoint } from '../../shared/domain/webhooks/endpoints/create-endpoint.ts';
import { showEndpoint, WebhookRecord } from '../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import {
  ChangeEndpoint,
  CreateEndpoint,
  EndpointAction,
  endpointClears,
} from '../../shared/domain/webhooks/endpoints/endpoint-request.ts';
import { getEndpoint } from '../../shared/domain/webhooks/endpoints/get-endpoint.ts';
import { listEndpoints } from '../../shared/domain/webhooks/endpoints/list-endpoints.ts';
import { removeEndpoint } from '../../shared/domain/webhooks/endpoints/remove-endpoint.ts';
import { rotateSecret } from '../../shared/domain/webhooks/endpoints/rotate-secret.ts';
import { updateEndpoint } from '../../shared/domain/webhooks/endpoints/update-endpoint.ts';
import { sendTestEvent, TestEvent, TestResult } from '../../shared/domain/webhooks/send-test-event.ts';
import { standardSecret } from '../../shared/domain/webhooks/sign.ts';
import { idempotencyOf } from '../../shared/http/idempotency.ts';
import { type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';
import { deliveryRoutes } from './delivery-routes.ts';

const read = { scope: ['webhooks:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const write = { ...read, scope: ['webhooks:write'] } as const;

type Ports = Base & Claims & Mail & Timeline & Publishing & DeliveryLogs & Resolving & Paging;

const WithSecret = z.object({
  webhook: WebhookRecord,
  secret: z.string(),
  standard_secret: z.string(),
});

const withSecret = async (ctx: Base & Tenants & DeliveryLogs, webhook: WebhookEndpoint, secret: string) => ({
  webhook: await showEndpoint(ctx, webhook),
  secret,
  standard_secret: standardSecret(secret),
});

/** The webhooks group, and POST /emails/test, which is about webhooks and sends no email. */
export const webhookRoutes: Route<Ports>[] = [
  route({
    ...write,
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook endpoint',
    description: 'Only this answer shows the signing secret.',
    also: [404],
    body: CreateEndpoint,
    idempotent: true,
    response: WithSecret,
    find: (ctx, { caller, raw }) => namedTenants(ctx, caller, raw.tenants),
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const idempotency = idempotencyOf(caller, idempotency_key, '/webhooks', raw);
      const { webhook, secret } = await createEndpoint(ctx, caller, body, { idempotency });
      return { body: await withSecret(ctx, webhook, secret) };
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
      body: { webhook: await showEndpoint(ctx, await getEndpoint(ctx, caller, params.id)) },
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
      await namedTenants(ctx, caller, raw.tenants);
      await getEndpoint(ctx, caller, params.id);
    },
    run: async (ctx, { caller, params, body }) => ({
      body: { webhook: await showEndpoint(ctx, await updateEndpoint(ctx, caller, params.id, body)) },
    }),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook endpoint',
    response: Ok,
    run: (ctx, { caller, params }) => removeEndpoint(ctx, caller, params.id).then(() => done),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/webhooks/{id}',
    summary: 'Replay failed deliveries, or rotate the signing secret',
    description:
      '`replay_failed` answers 202 {queued, has_more}: at most 1,000 a call, oldest first. `rotate_secret` answers 200 {webhook, secret}: only this answer shows the new secret. Repeated with its `Idempotency-Key`, `rotate_secret` is 409; `replay_failed` ignores the key.',
    also: [202, 409],
    body: EndpointAction,
    idempotent: true,
    response: z.union([WithSecret, z.object({ queued: z.int(), has_more: z.boolean() })]),
    find: (ctx, { caller, params }) => getEndpoint(ctx, caller, params.id),
    run: async (ctx, { caller, params: { id }, body, raw, idempotency_key }) => {
      const { action, since, until, overlap_seconds } = body;
      if (action === 'replay_failed' && since !== undefined)
        return { body: await replayFailed(ctx, caller, { id, since, until }), status: 202 };
      const idempotency = idempotencyOf(caller, idempotency_key, `/webhooks/${id}`, raw);
      const { webhook, secret } = await rotateSecret(ctx, caller, { id, overlap_seconds }, { idempotency });
      return { body: await withSecret(ctx, webhook, secret) };
    },
  }),
  ...deliveryRoutes,
  route({
    method: 'POST',
    path: '/emails/test',
    summary: 'Send a test event to webhook endpoints',
    description:
      'Sends an event for the email in `email_id`, or a sample event. It goes to every enabled endpoint that subscribes to it, or only to the endpoint in `webhook_id`. No email is sent.',
    also: [404],
    scope: ['full'],
    bucket: 'other',
    tenant_keys: 'closed',
    body: TestEvent,
    status: 200,
    response: TestResult,
    find: async (ctx, { caller, raw: { tenant, webhook_id } }) => {
      await namedTenant(ctx, caller, tenant);
      if (typeof webhook_id === 'string') await getEndpoint(ctx, caller, webhook_id);
    },
    run: async (ctx, { caller, body }) => ({ body: await sendTestEvent(ctx, caller, body) }),
  }),
];

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
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { type Route, route } from '../../shared/http/route.ts';
import { deliveryRoutes } from './delivery-routes.ts';

const write = { scope: ['webhooks:write'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;

type Ports = Base & Claims & Mail & Timeline & Publishing & DeliveryLogs & Resolving & Paging;

/** Returned once, with a new secret. */
const once = {
  secret: z.string(),
  standard_secret: z.string().meta({ deprecated: true }),
};

const withStandard = (made: { webhook: WebhookEndpoint; secret: string }) => ({
  ...made,
  standard_secret: standardSecret(made.secret),
});

export const webhooks: Resource<Ports> = resource({
  path: '/webhooks',
  id: 'wh',
  one: 'webhook',
  many: 'webhooks',
  noun: 'a webhook endpoint',
  named: 'url',
  pages: '/webhooks',
  about: 'Endpoints that receive events, and a log of every delivery.',
  read: ['webhooks:read'],
  write: write.scope,
  tenant_keys: 'closed',
  record: WebhookRecord,
  show: showEndpoint,
  create: {
    description: 'Only this response includes the signing secret.',
    status: 200,
    also: [404],
    body: CreateEndpoint,
    idempotent: true,
    once,
    find: (ctx, { caller, raw }) => namedTenants(ctx, caller, raw.tenants),
    verb: async (ctx, caller, body, _tenants, options) =>
      withStandard(await createEndpoint(ctx, caller, body, options)),
  },
  list: { verb: listEndpoints, description: "Secrets aren't included." },
  get: {
    verb: getEndpoint,
    description: "The secret isn't included. `disabled_reason` says why the service disabled the endpoint.",
  },
  update: {
    summary: 'Change, enable, or disable a webhook endpoint',
    description:
      'Changes apply to events that happen after the response. `enabled: true` also re-enables an endpoint that the service disabled.',
    also: [409],
    body: ChangeEndpoint,
    clears: endpointClears,
    find: async (ctx, { caller, raw }, id) => {
      await namedTenants(ctx, caller, raw.tenants);
      await getEndpoint(ctx, caller, id);
    },
    verb: updateEndpoint,
  },
  remove: { verb: removeEndpoint, description: 'Pending deliveries are discarded.' },
  sample: { url: 'https://example.com/hooks', events: ['email.bounced'] },
});

/** The webhooks group, and POST /emails/test, which tests webhooks and sends no email. */
export const webhookRoutes: Route<Ports>[] = [
  ...webhooks.routes,
  route({
    ...write,
    method: 'POST',
    path: '/webhooks/{id}',
    sdk: 'webhooks.act',
    summary: 'Replay failed deliveries, or rotate the signing secret',
    description:
      '`replay_failed` queues up to 1,000 deliveries per call, oldest first, and returns 202. It ignores the `Idempotency-Key`. `rotate_secret` returns 200, and only this response includes the new secret. Repeating it with the same `Idempotency-Key` returns 409.',
    also: [202, 409],
    body: EndpointAction,
    idempotent: true,
    response: z.union([
      z.object({ webhook: WebhookRecord, ...once }),
      z.object({ queued: z.int(), has_more: z.boolean() }),
    ]),
    find: (ctx, { caller, params }) => getEndpoint(ctx, caller, params.id),
    run: async (ctx, { caller, params: { id }, body, raw, idempotency_key }) => {
      const { action, since, until, overlap_seconds } = body;
      if (action === 'replay_failed' && since !== undefined)
        return { body: await replayFailed(ctx, caller, { id, since, until }), status: 202 };
      const idempotency = idempotencyOf(caller, idempotency_key, `/webhooks/${id}`, raw);
      const made = withStandard(await rotateSecret(ctx, caller, { id, overlap_seconds }, { idempotency }));
      return { body: { ...made, webhook: await showEndpoint(ctx, made.webhook) } };
    },
  }),
  ...deliveryRoutes,
  route({
    method: 'POST',
    path: '/emails/test',
    sdk: 'emails.test',
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

import * as z from 'zod';
import { eventTypes } from '../../../core/records/events.ts';
import { disabledReasons, type WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { shownBy, Timestamp } from '../../../core/schemas.ts';
import type { Tenants } from '../../context.ts';
import { tenantNames } from '../../tenants/names.ts';
import { maskedHeaders } from './own-headers.ts';

export const WebhookRecord = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    enabled: z.boolean(),
    disabled_reason: z.enum(disabledReasons).nullable(),
    tenants: z.array(z.string()).optional().meta({ description: 'Only where the endpoint is filtered' }),
    description: z.string().nullable(),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Only where the endpoint has some: their names, each value masked' }),
    auto_replay: z.boolean().meta({
      description: 'Whether failed deliveries of the last 24 hours are replayed once the endpoint answers',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Webhook' });
export type WebhookRecord = z.output<typeof WebhookRecord>;

/** An endpoint as callers see it: no secret, all events by name, external_ids only under a filter (S, H19, A60). */
const endpointRecord = (endpoint: WebhookEndpoint, names: ReadonlyMap<string, string>): WebhookRecord =>
  shownBy(WebhookRecord, {
    ...endpoint,
    events: endpoint.events ?? [...eventTypes],
    tenants: endpoint.tenants?.flatMap((tenant) => names.get(tenant) ?? []),
    headers: endpoint.headers && maskedHeaders(endpoint.headers),
    auto_replay: endpoint.auto_replay ?? false,
  });

export async function showEndpoints(ctx: Tenants, endpoints: WebhookEndpoint[]): Promise<WebhookRecord[]> {
  const tenants = endpoints.flatMap((endpoint) => (endpoint.tenants ?? []).map((tenant) => ({ tenant })));
  const names = await tenantNames(ctx, endpoints[0]?.account ?? '', tenants);
  return endpoints.map((endpoint) => endpointRecord(endpoint, names));
}

export async function showEndpoint(ctx: Tenants, endpoint: WebhookEndpoint): Promise<WebhookRecord> {
  const [record] = await showEndpoints(ctx, [endpoint]);
  return record as WebhookRecord;
}

import * as z from 'zod';
import { eventTypes } from '../../../core/records/events.ts';
import { disabledReasons, type WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { pickFields, Timestamp } from '../../../core/schemas.ts';
import type { Base, DeliveryLogs, Tenants } from '../../context.ts';
import { tenantNames } from '../../tenants/names.ts';
import { healthFields, healthOf } from './health.ts';
import { maskedHeaders } from './own-headers.ts';

export const WebhookRecord = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    enabled: z.boolean(),
    disabled_reason: z.enum(disabledReasons).nullable(),
    tenants: z.array(z.string()).optional(),
    description: z.string().nullable(),
    headers: z.record(z.string(), z.string()).optional(),
    auto_replay: z.boolean(),
    ...healthFields,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Webhook' });
export type WebhookRecord = z.output<typeof WebhookRecord>;

/**
 * An endpoint as callers see it: no secret, all events by name, external_ids only under a filter (S, H19,
 * A60).
 */
const endpointRecord = (
  endpoint: WebhookEndpoint,
  names: ReadonlyMap<string, string>,
  health: Awaited<ReturnType<typeof healthOf>>,
): WebhookRecord =>
  pickFields(WebhookRecord, {
    ...endpoint,
    ...health,
    events: endpoint.events ?? [...eventTypes],
    tenants: endpoint.tenants?.flatMap((tenant) => names.get(tenant) ?? []),
    headers: endpoint.headers && maskedHeaders(endpoint.headers),
    auto_replay: endpoint.auto_replay ?? false,
  });

type Showing = Base & Tenants & DeliveryLogs;

export async function showEndpoints(ctx: Showing, endpoints: WebhookEndpoint[]): Promise<WebhookRecord[]> {
  const account = endpoints[0]?.account;
  if (account === undefined) return [];
  const tenants = endpoints.flatMap((endpoint) => (endpoint.tenants ?? []).map((tenant) => ({ tenant })));
  const [names, ...health] = await Promise.all([
    tenantNames(ctx, account, tenants),
    ...endpoints.map((endpoint) => healthOf(ctx, endpoint)),
  ]);
  return endpoints.flatMap((endpoint, i) => {
    const own = health[i];
    return own ? [endpointRecord(endpoint, names, own)] : [];
  });
}

export async function showEndpoint(ctx: Showing, endpoint: WebhookEndpoint): Promise<WebhookRecord> {
  const [record] = await showEndpoints(ctx, [endpoint]);
  return record as WebhookRecord;
}

import * as z from 'zod';
import { eventTypes } from '../../../core/records/events.ts';
import { disabledReasons, type WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { Timestamp } from '../../../core/schemas.ts';
import type { Tenants } from '../../context.ts';
import { tenantNames } from '../../tenants/names.ts';
import { maskedHeaders } from './own-headers.ts';

/** The webhook endpoint of the specification with the fields of H18 and H19. */
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

/**
 * An endpoint as callers see it: every event by name, no secret, `tenants` only under a filter (S, H19), by
 * external_id; a deleted tenant has none (A60).
 */
function endpointRecord(endpoint: WebhookEndpoint, names: ReadonlyMap<string, string>): WebhookRecord {
  const { id, url, events, enabled, disabled_reason, tenants, description, headers } = endpoint;
  const { created_at, updated_at } = endpoint;
  return {
    id,
    url,
    events: events ?? [...eventTypes],
    enabled,
    disabled_reason,
    ...(tenants !== null && { tenants: tenants.flatMap((tenant) => names.get(tenant) ?? []) }),
    description,
    ...(headers !== undefined && { headers: maskedHeaders(headers) }),
    auto_replay: endpoint.auto_replay ?? false,
    created_at,
    updated_at,
  };
}

/** The records of one account's endpoints, with the names of the tenants that they are filtered to. */
export async function showEndpoints(ctx: Tenants, endpoints: WebhookEndpoint[]): Promise<WebhookRecord[]> {
  const [first] = endpoints;
  if (first === undefined) return [];
  const tenants = endpoints.flatMap(({ tenants }) => tenants ?? []);
  const names = await tenantNames(
    ctx,
    first.account,
    tenants.map((tenant) => ({ tenant })),
  );
  return endpoints.map((endpoint) => endpointRecord(endpoint, names));
}

export async function showEndpoint(ctx: Tenants, endpoint: WebhookEndpoint): Promise<WebhookRecord> {
  const [shown] = await showEndpoints(ctx, [endpoint]);
  return shown as WebhookRecord;
}

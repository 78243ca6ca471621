import * as z from 'zod';
import type { BlockedSender, InboundRoute } from '../../core/records/inbound-rules.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';

export const RouteRecord = z
  .object({
    id: z.string(),
    domain: z.string(),
    match: z.string(),
    action: z.enum(['deliver', 'refuse']),
    webhook_id: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'InboundRoute' });
export type RouteRecord = z.output<typeof RouteRecord>;

export const routeRecord = (route: InboundRoute): RouteRecord => pickFields(RouteRecord, route);

/** A blocked sender as callers see it. `tenant` is an external_id, null for the whole account. */
export const BlockRecord = z
  .object({
    id: z.string(),
    sender: z.string(),
    domain: z.string().nullable(),
    tenant: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'BlockedSender' });
export type BlockRecord = z.output<typeof BlockRecord>;

export const blockRecord = (block: BlockedSender, tenant: string | null): BlockRecord =>
  pickFields(BlockRecord, { ...block, tenant });

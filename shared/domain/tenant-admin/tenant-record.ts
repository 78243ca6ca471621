import * as z from 'zod';
import {
  pauseSources,
  streamPolicies,
  type Tenant,
  type TenantMetadata,
  tenantStatuses,
} from '../../core/records/tenants.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import type { Base, Caller, Tenants } from '../context.ts';
import { pathTenant } from '../tenants/named-tenant.ts';

export const TenantRecord = z
  .object({
    id: z.string(),
    object: z.literal('tenant'),
    external_id: z.string(),
    name: z.string(),
    status: z.enum(tenantStatuses),
    paused_reason: z.string().nullable(),
    paused_at: Timestamp.nullable(),
    pause_source: z.enum(pauseSources).nullable(),
    default_from_domain: z.string().nullable(),
    stream_policy: z.enum(streamPolicies),
    daily_limit: z.int().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Tenant' });
export type TenantRecord = z.output<typeof TenantRecord>;

export const tenantRecord = (tenant: Tenant, metadata: TenantMetadata | null): TenantRecord =>
  pickFields(TenantRecord, { ...tenant, object: 'tenant', metadata });

/** Tenant records, with their metadata read in one round trip. */
export async function tenantRecords(ctx: Tenants, tenants: Tenant[]): Promise<TenantRecord[]> {
  const metadata = await ctx.tenants.readMetadata(tenants.map(({ id }) => id));
  return tenants.map((tenant, i) => tenantRecord(tenant, metadata[i] ?? null));
}

export async function showTenant(ctx: Tenants, tenant: Tenant): Promise<TenantRecord> {
  const [metadata = null] = await ctx.tenants.readMetadata([tenant.id]);
  return tenantRecord(tenant, metadata);
}

/** GET /tenants/{tenant}: by external_id or id. Throws 404, and 403 like `namedTenant`. */
export const getTenant = async (ctx: Base & Tenants, caller: Caller, name: string): Promise<TenantRecord> =>
  showTenant(ctx, await pathTenant(ctx, caller, name));

import type { Id } from '../runtime.ts';

export const tenantStatuses = ['active', 'paused'] as const;
export const pauseSources = ['manual', 'automated'] as const;
export const streamPolicies = ['all', 'transactional_only'] as const;

/** 1-128 characters, compared byte for byte. An id also matches. */
export const externalIdPattern = /^[A-Za-z0-9._:@-]{1,128}$/;

/**
 * A tenant without its metadata, which is a separate item, because every send for the tenant reads this one.
 */
export type Tenant = {
  id: Id<'ten'>;
  account: Id<'acc'>;
  /** Unique in the account and immutable. Other records keep the id, so a name can be reused. */
  external_id: string;
  name: string;
  status: (typeof tenantStatuses)[number];
  paused_reason: string | null;
  paused_at: string | null;
  pause_source: (typeof pauseSources)[number] | null;
  /** When an operator last ended a pause. Rates before then no longer pause the tenant. */
  resumed_at: string | null;
  default_from_domain: string | null;
  stream_policy: (typeof streamPolicies)[number];
  /** Recipients per UTC day, in addition to the ramp's limit. Null for no limit. */
  daily_limit: number | null;
  created_at: string;
  updated_at: string;
};

export type RemovedTenant = Pick<Tenant, 'id' | 'account'>;

/** The account's own data about a tenant: any JSON object, up to 4 KB. */
export type TenantMetadata = Record<string, unknown>;

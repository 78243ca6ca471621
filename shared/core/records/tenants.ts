import type { Id } from '../runtime.ts';

export const tenantStatuses = ['active', 'paused'] as const;
export const pauseSources = ['manual', 'automated'] as const;
export const streamPolicies = ['all', 'transactional_only'] as const;

/** 1-128 characters, compared byte for byte; an id has this form, too. */
export const externalIdPattern = /^[A-Za-z0-9._:@-]{1,128}$/;

/** A tenant without its metadata, which is an item of its own: every send for the tenant reads this one. */
export type Tenant = {
  id: Id<'ten'>;
  account: Id<'acc'>;
  /** Unique in the account, never changed. Other records hold the id, so that a name can be used again. */
  external_id: string;
  name: string;
  status: (typeof tenantStatuses)[number];
  paused_reason: string | null;
  paused_at: string | null;
  pause_source: (typeof pauseSources)[number] | null;
  /** The time when an operator ended a pause: rates of the time before no longer pause the tenant. */
  resumed_at: string | null;
  default_from_domain: string | null;
  stream_policy: (typeof streamPolicies)[number];
  /** Recipients a UTC day, in addition to the ramp; null: no limit. */
  daily_limit: number | null;
  created_at: string;
  updated_at: string;
};

export type RemovedTenant = Pick<Tenant, 'id' | 'account'>;

/** Data that the account keeps with a tenant: any JSON object, up to 4 KB. */
export type TenantMetadata = Record<string, unknown>;

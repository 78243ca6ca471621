import * as z from 'zod';
import { domainField } from '../../core/domain-field.ts';
import {
  externalIdPattern,
  streamPolicies,
  type TenantMetadata,
  tenantStatuses,
} from '../../core/records/tenants.ts';
import { isId } from '../../core/runtime.ts';
import { objectField } from '../../core/schemas.ts';

const metadata_bytes = 4_096;

/** `.` and `..` vanish in paths, and a name that looks like an id could mean another tenant. */
const ExternalId = z
  .string()
  .regex(externalIdPattern, { error: 'must be 1-128 characters from A-Z a-z 0-9 . _ : @ -' })
  .refine((text) => text !== '.' && text !== '..' && !isId('ten', text), {
    error: 'must not be ".", "..", or look like a tenant id',
    params: { rule: 'format' },
  });

/** Trimmed. If empty, the external_id is used. */
const name = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().max(200))
  .meta({ maxLength: 200 });

const dailyLimit = z.int().min(1).max(10_000_000);

const metadata = objectField<TenantMetadata>('must be an object')
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= metadata_bytes, {
    error: 'at most 4 KB as JSON',
    params: { rule: 'length' },
  })
  .meta({ type: 'object', additionalProperties: true });

export const CreateTenant = z
  .object({
    external_id: ExternalId,
    name: name.optional(),
    default_from_domain: domainField().optional(),
    stream_policy: z.enum(streamPolicies).optional(),
    daily_limit: dailyLimit.optional(),
    metadata: metadata.optional(),
  })
  .meta({ id: 'CreateTenant' });
export type CreateTenant = z.output<typeof CreateTenant>;

/** PATCH /tenants/{tenant}: null clears. The name falls back to the external_id. */
export const ChangeTenant = z
  .object({
    external_id: z.string().optional(),
    name: name.nullable().optional(),
    default_from_domain: domainField().nullable().optional(),
    stream_policy: z.enum(streamPolicies).optional(),
    daily_limit: dailyLimit.nullable().optional(),
    metadata: metadata.nullable().optional(),
    status: z.enum(tenantStatuses).optional(),
    reason: z.string().max(500).optional(),
  })
  .refine(({ reason, status }) => reason === undefined || status === 'paused', {
    path: ['reason'],
    error: 'reason is allowed only with status: paused',
    params: { rule: 'conflict' },
  })
  .meta({ id: 'ChangeTenant' });
export type ChangeTenant = z.output<typeof ChangeTenant>;

export const tenantClears = ['name', 'default_from_domain', 'daily_limit', 'metadata'] as const;

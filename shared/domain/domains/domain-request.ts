import * as z from 'zod';
import type { HostCredentials } from '../../core/dns-host.ts';
import { domainField } from '../../core/domain-field.ts';
import { recordPurposes } from '../../core/records/domains.ts';

/** A domain name. `checkName` decides which names are allowed. */
const domainName = domainField(
  z.string().min(1).max(253),
  'must be a domain name, such as mail.example.com, of at most 230 characters',
);

const tenant = z.string().min(1).max(128);

const flag = z.boolean().optional();

const delivery = {
  open_tracking: flag,
  click_tracking: flag,
  tls_mode: z.enum(['opportunistic', 'enforced']).optional(),
};
export type DeliverySettings = Pick<z.output<typeof CreateDomain>, keyof typeof delivery>;

export const CreateDomain = z
  .object({
    name: domainName,
    tenant: tenant.optional(),
    inbound_enabled: flag,
    region: z.string().min(1).max(40).optional(),
    ...delivery,
  })
  .meta({ id: 'CreateDomain' });
export type CreateDomain = z.output<typeof CreateDomain>;

export const ClaimDomain = z.object({ name: domainName }).meta({ id: 'ClaimDomain' });
export type ClaimDomain = z.output<typeof ClaimDomain>;

export const ClaimAction = z.object({ action: z.enum(['verify']) }).meta({ id: 'ClaimAction' });

export const ChangeDomain = z
  .object({
    ...delivery,
    inbound_enabled: flag,
    tenant: tenant.nullable().optional(),
  })
  .meta({ id: 'ChangeDomain' });
export type ChangeDomain = z.output<typeof ChangeDomain>;

export const domainClears = ['tenant'] as const;

export const domainAliases = { names: { domain: 'name' } };

export const domainStatus = z.enum(['pending', 'verified', 'failing', 'failed']);

export const recordType = z.enum(['TXT', 'CNAME', 'MX']);

export const recordPurpose = z.enum(recordPurposes);

export const domainFilters = { tenant: tenant.optional(), status: domainStatus.optional() };

export const RemoveQuery = z.object({
  force: z.enum(['true', 'false']).optional(),
});

/** A DNS host's credential, limited to characters a header can carry. */
const secret = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters' })
    .nullish()
    .transform((value) => value ?? undefined);

const credentials = z
  .object({
    api_token: secret(500),
    access_key_id: secret(200),
    secret_access_key: secret(500),
    session_token: secret(4_096),
  })
  .refine(
    ({ api_token, access_key_id, secret_access_key }) =>
      api_token !== undefined
        ? access_key_id === undefined && secret_access_key === undefined
        : access_key_id !== undefined && secret_access_key !== undefined,
    { error: 'must include api_token, or access_key_id and secret_access_key', params: { rule: 'required' } },
  )
  .transform(
    ({ api_token, access_key_id = '', secret_access_key = '', session_token }): HostCredentials =>
      api_token !== undefined ? { api_token } : { access_key_id, secret_access_key, session_token },
  );

export const DomainAction = z
  .object({
    action: z.enum(['verify', 'apply', 'forget_credentials']),
    provider: z.string().min(1).max(100).optional(),
    credentials: credentials.optional(),
    save_credentials: flag,
    dry_run: flag,
  })
  .meta({ id: 'DomainAction' });
export type DomainAction = z.output<typeof DomainAction>;

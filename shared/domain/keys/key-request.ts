import * as z from 'zod';
import { domainField } from '../../core/domain-field.ts';
import { instantField } from '../../core/instant.ts';
import { isRange } from '../../core/ip-ranges.ts';
import { scopes } from './scopes.ts';

const name = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(1).max(100))
  .meta({ minLength: 1, maxLength: 100 });

/** Drops duplicates and keeps the order. */
const scopeList = z
  .array(z.enum(scopes))
  .min(1, { error: 'must include at least one scope' })
  .transform((list) => [...new Set(list)]);

const tenant = z.string().min(1).max(128);

/** Whether the domains exist is checked later, against stored state. */
const allowedDomains = z
  .array(domainField())
  .min(1)
  .max(100)
  .transform((list) => [...new Set(list)]);

const allowedIps = z
  .array(z.string().refine(isRange, { error: 'not an IPv4 or IPv6 address or CIDR range' }))
  .min(1)
  .max(50);

const bounds = {
  tenant: tenant.optional(),
  allowed_domains: allowedDomains.optional(),
  allowed_ips: allowedIps.optional(),
  expires_at: instantField.optional(),
};

export const CreateKey = z.object({ name, scopes: scopeList, ...bounds }).meta({ id: 'CreateApiKey' });
export type CreateKey = z.output<typeof CreateKey>;

/** The body of PATCH /api-keys/{id}. null clears a limit. The tenant can't change. */
export const ChangeKey = z
  .object({
    name: name.optional(),
    scopes: scopeList.optional(),
    allowed_domains: allowedDomains.nullable().optional(),
    allowed_ips: allowedIps.nullable().optional(),
    expires_at: instantField.nullable().optional(),
    tenant: z.undefined({ error: "a key's tenant cannot be changed" }).optional(),
  })
  .meta({ id: 'ChangeApiKey' });
export type ChangeKey = z.output<typeof ChangeKey>;

export const keyClears = ['allowed_domains', 'allowed_ips', 'expires_at'] as const;

export const CreateSmtpCredential = z.object({ name, ...bounds }).meta({ id: 'CreateSmtpCredential' });
export type CreateSmtpCredential = z.output<typeof CreateSmtpCredential>;

/** Names that other providers use. */
export const keyElsewhere = {
  permission: 'Did you mean scopes?',
  permissions: 'Did you mean scopes?',
  domain: 'Did you mean allowed_domains?',
  domainid: 'Did you mean allowed_domains?',
  domains: 'Did you mean allowed_domains?',
  ips: 'Did you mean allowed_ips?',
  ipwhitelist: 'Did you mean allowed_ips?',
  ipallowlist: 'Did you mean allowed_ips?',
  expiration: 'Did you mean expires_at?',
  expires: 'Did you mean expires_at?',
  expiresin: 'Set expires_at to the time at which the key expires.',
};

import * as z from 'zod';
import type { ApiKey, SmtpCredential } from '../../core/records/accounts.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import type { Settings } from '../settings.ts';
import { type Scope, scopes } from './scopes.ts';

const common = {
  id: z.string(),
  name: z.string(),
  tenant: z.string().nullable(),
  allowed_domains: z.array(z.string()).nullable(),
  allowed_ips: z.array(z.string()).nullable(),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
};

export const ApiKeyRecord = z
  .object({
    ...common,
    prefix: z.string(),
    scopes: z.array(z.enum(scopes)),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>;

export const SmtpCredentialRecord = z
  .object({ ...common, host: z.string(), port: z.number().int(), username: z.string() })
  .meta({ id: 'SmtpCredential' });
export type SmtpCredentialRecord = z.output<typeof SmtpCredentialRecord>;

export const keyRecord = (key: ApiKey, tenant: string | null): ApiKeyRecord =>
  pickFields(ApiKeyRecord, { ...key, scopes: key.scopes as Scope[], tenant });

export const smtp_username = 'service';

export const smtpCredentialRecord = (
  credential: SmtpCredential,
  tenant: string | null,
  { smtp_host, smtp_port }: Pick<Settings, 'smtp_host' | 'smtp_port'>,
): SmtpCredentialRecord =>
  pickFields(SmtpCredentialRecord, {
    allowed_ips: null,
    expires_at: null,
    ...credential,
    host: smtp_host,
    port: smtp_port,
    username: smtp_username,
    tenant,
  });

import * as z from 'zod';
import type {
  Base,
  Claims,
  Domains,
  Identity,
  Paging,
  SmtpCredentials,
  Tenants,
} from '../../shared/domain/context.ts';
import { createKey, createSmtpCredential } from '../../shared/domain/keys/create-key.ts';
import {
  ApiKeyRecord,
  keyRecord,
  SmtpCredentialRecord,
  smtpCredentialRecord,
} from '../../shared/domain/keys/key-record.ts';
import {
  ChangeKey,
  CreateKey,
  CreateSmtpCredential,
  keyClears,
  keyElsewhere,
} from '../../shared/domain/keys/key-request.ts';
import {
  getKey,
  getSmtpCredential,
  listKeys,
  listSmtpCredentials,
  removeKey,
  removeSmtpCredential,
  updateKey,
} from '../../shared/domain/keys/keys.ts';
import { namedTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { withTenantName } from '../../shared/domain/tenants/names.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import type { FindInput, Route } from '../../shared/http/route.ts';

type Ctx = Base & Claims & Domains & Identity & Paging & SmtpCredentials & Tenants;

const rights = { read: ['full'], write: ['full'], tenant_keys: 'closed', present_key: true } as const;

/** A misspelled restriction must never create an unrestricted key. */
const strict = { elsewhere: keyElsewhere };

const find = (ctx: Base & Tenants, { caller, raw }: FindInput) => namedTenant(ctx, caller, raw.tenant);

export const apiKeys: Resource<Ctx> = resource({
  ...rights,
  path: '/api-keys',
  id: 'key',
  one: 'api_key',
  many: 'api_keys',
  noun: 'an API key',
  named: 'name',
  about: 'API keys with scopes and limits.',
  record: ApiKeyRecord,
  show: (ctx, key) => withTenantName(ctx, key.account, key, keyRecord),
  create: {
    summary: 'Create an API key',
    description:
      'Only this response includes the secret. You choose the scopes. You can also limit the key to domains, a tenant, or client IP addresses, and set when it expires.',
    also: [404],
    body: CreateKey,
    strict,
    idempotent: true,
    once: { secret: z.string() },
    find,
    verb: (ctx, caller, body, _tenant, options) => createKey(ctx, caller, body, options),
  },
  list: {
    verb: listKeys,
    description: "Secrets aren't included. `last_used_at` is accurate to about a minute.",
  },
  get: { verb: getKey, description: 'Returns its scopes and limits, without the secret.' },
  update: {
    summary: 'Change an API key',
    description:
      'Changes to its name, scopes, and limits take effect within 60 seconds. The secret stays the same.',
    body: ChangeKey,
    strict,
    clears: keyClears,
    verb: updateKey,
  },
  remove: {
    summary: 'Delete an API key',
    description: "Requests that use it return 401 within 60 seconds. This can't be undone.",
    verb: removeKey,
  },
  sample: { name: 'Shop', scopes: ['emails:send'] },
});

export const smtpCredentials: Resource<Ctx> = resource({
  ...rights,
  path: '/smtp-credentials',
  id: 'smtpc',
  one: 'smtp_credential',
  many: 'smtp_credentials',
  noun: 'an SMTP credential',
  named: 'name',
  about: 'Passwords for the SMTP relay.',
  record: SmtpCredentialRecord,
  show: (ctx, credential) =>
    withTenantName(ctx, credential.account, credential, (one, tenant) =>
      smtpCredentialRecord(one, tenant, ctx.settings),
    ),
  create: {
    summary: 'Create an SMTP credential',
    description: 'Only this response includes the password. The user name is always `service`.',
    also: [404],
    body: CreateSmtpCredential,
    strict,
    idempotent: true,
    once: { password: z.string() },
    find,
    verb: (ctx, caller, body, _tenant, options) => createSmtpCredential(ctx, caller, body, options),
  },
  list: { verb: listSmtpCredentials, description: "Passwords aren't included." },
  get: { verb: getSmtpCredential, description: "The password isn't included." },
  remove: {
    summary: 'Delete an SMTP credential',
    description:
      'The credential stops working within 60 seconds. In open sessions, the next message is rejected.',
    verb: removeSmtpCredential,
  },
  sample: { name: 'Printer' },
});

export const keyRoutes: Route<Ctx>[] = [...apiKeys.routes, ...smtpCredentials.routes];

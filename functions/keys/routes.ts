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
import { getKey, getSmtpCredential } from '../../shared/domain/keys/get-key.ts';
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
import { listKeys, listSmtpCredentials } from '../../shared/domain/keys/list-keys.ts';
import { removeKey, removeSmtpCredential } from '../../shared/domain/keys/remove-key.ts';
import { updateKey } from '../../shared/domain/keys/update-key.ts';
import { namedTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { withTenantName } from '../../shared/domain/tenants/names.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import type { FindInput, Route } from '../../shared/http/route.ts';

type Ctx = Base & Claims & Domains & Identity & Paging & SmtpCredentials & Tenants;

const rights = { read: ['full'], write: ['full'], tenant_keys: 'closed', present_key: true } as const;

/** A misspelled restriction must never create an unrestricted key (A73). */
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
  about: 'Keys of this API, with scopes and limits.',
  record: ApiKeyRecord,
  show: (ctx, key) => withTenantName(ctx, key.account, key, keyRecord),
  create: {
    summary: 'Create an API key; its secret is answered this once',
    description:
      'The secret is in this answer only. A key holds the scopes that it is given, and may be limited to domains, a tenant, client addresses and a time.',
    also: [404],
    body: CreateKey,
    strict,
    idempotent: true,
    once: { secret: z.string() },
    find,
    verb: (ctx, caller, body, _tenant, options) => createKey(ctx, caller, body, options),
  },
  list: { verb: listKeys, description: 'Without their secrets; `last_used_at` is exact to a minute or so.' },
  get: { verb: getKey, description: 'Its scopes and limits, without its secret.' },
  update: {
    summary: 'Change an API key; effective within 60 seconds',
    description: 'Scopes, limits and name; the secret stays.',
    body: ChangeKey,
    strict,
    clears: keyClears,
    verb: updateKey,
  },
  remove: {
    summary: 'Delete an API key; refused everywhere within 60 seconds',
    description: 'Requests with it are 401 from then on, in a minute at most; it cannot be undone.',
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
  about: 'Passwords of the SMTP relay.',
  record: SmtpCredentialRecord,
  show: (ctx, credential) =>
    withTenantName(ctx, credential.account, credential, (one, tenant) =>
      smtpCredentialRecord(one, tenant, ctx.settings),
    ),
  create: {
    summary: 'Create an SMTP credential; its password is answered this once',
    description: 'The password is in this answer only. The user name is `service` for all of them.',
    also: [404],
    body: CreateSmtpCredential,
    strict,
    idempotent: true,
    once: { password: z.string() },
    find,
    verb: (ctx, caller, body, _tenant, options) => createSmtpCredential(ctx, caller, body, options),
  },
  list: { verb: listSmtpCredentials, description: 'Without their passwords.' },
  get: { verb: getSmtpCredential, description: 'Without its password.' },
  remove: {
    summary: 'Delete an SMTP credential; refused by the relay within 60 seconds',
    description: 'Sessions that are open with it are refused at their next message.',
    verb: removeSmtpCredential,
  },
  sample: { name: 'Printer' },
});

export const keyRoutes: Route<Ctx>[] = [...apiKeys.routes, ...smtpCredentials.routes];

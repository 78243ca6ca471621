import * as z from 'zod';
import type { ApiKey, SmtpCredential } from '../../shared/core/records/accounts.ts';
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
import { idempotencyOf } from '../../shared/http/idempotency.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

const full = {
  scope: ['full'],
  bucket: 'other',
  tenant_keys: 'closed',
  present_key: true,
  status: 200,
} as const;

/** A misspelled restriction must never create an unrestricted key (A73). */
const strict = { elsewhere: keyElsewhere };

const find = (ctx: Base & Tenants, { caller, raw }: FindInput) => namedTenant(ctx, caller, raw.tenant);

const showCredential = (ctx: Base & Tenants, credential: SmtpCredential) =>
  withTenantName(ctx, credential.account, credential, (one, tenant) =>
    smtpCredentialRecord(one, tenant, ctx.settings),
  );

const showKey = (ctx: Base & Tenants, key: ApiKey) => withTenantName(ctx, key.account, key, keyRecord);

export const keyRoutes: Route<Base & Claims & Domains & Identity & Paging & SmtpCredentials & Tenants>[] = [
  route({
    ...full,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key; its secret is answered this once',
    also: [404],
    body: CreateKey,
    strict,
    idempotent: true,
    status: 201,
    response: z.object({ api_key: ApiKeyRecord, secret: z.string() }),
    find,
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const idempotency = idempotencyOf(caller, idempotency_key, '/api-keys', raw);
      const { api_key, secret } = await createKey(ctx, caller, body, { idempotency });
      return { body: { api_key: await showKey(ctx, api_key), secret } };
    },
  }),
  route({
    ...full,
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys, newest first',
    query: ListQuery,
    response: listOf('api_keys', ApiKeyRecord),
    run: async (ctx, { caller, query }) => ({ body: await listKeys(ctx, caller, query) }),
  }),
  route({
    ...full,
    method: 'GET',
    path: '/api-keys/{id}',
    summary: 'Get an API key',
    response: z.object({ api_key: ApiKeyRecord }),
    run: async (ctx, { caller, params }) => ({
      body: { api_key: await showKey(ctx, await getKey(ctx, caller, params.id)) },
    }),
  }),
  route({
    ...full,
    method: 'PATCH',
    path: '/api-keys/{id}',
    summary: 'Change an API key; effective within 60 seconds',
    body: ChangeKey,
    strict,
    clears: keyClears,
    response: z.object({ api_key: ApiKeyRecord }),
    find: (ctx, { caller, params }) => getKey(ctx, caller, params.id),
    run: async (ctx, { caller, params, body }) => ({
      body: { api_key: await showKey(ctx, await updateKey(ctx, caller, params.id, body)) },
    }),
  }),
  route({
    ...full,
    method: 'DELETE',
    path: '/api-keys/{id}',
    summary: 'Delete an API key; refused everywhere within 60 seconds',
    response: Ok,
    run: (ctx, { caller, params }) => removeKey(ctx, caller, params.id).then(() => done),
  }),
  route({
    ...full,
    method: 'POST',
    path: '/smtp-credentials',
    summary: 'Create an SMTP credential; its password is answered this once',
    also: [404],
    body: CreateSmtpCredential,
    strict,
    idempotent: true,
    status: 201,
    response: z.object({ smtp_credential: SmtpCredentialRecord, password: z.string() }),
    find,
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const idempotency = idempotencyOf(caller, idempotency_key, '/smtp-credentials', raw);
      const made = await createSmtpCredential(ctx, caller, body, { idempotency });
      return {
        body: { smtp_credential: await showCredential(ctx, made.smtp_credential), password: made.password },
      };
    },
  }),
  route({
    ...full,
    method: 'GET',
    path: '/smtp-credentials',
    summary: 'List SMTP credentials, newest first',
    query: ListQuery,
    response: listOf('smtp_credentials', SmtpCredentialRecord),
    run: async (ctx, { caller, query }) => ({ body: await listSmtpCredentials(ctx, caller, query) }),
  }),
  route({
    ...full,
    method: 'GET',
    path: '/smtp-credentials/{id}',
    summary: 'Get an SMTP credential',
    response: z.object({ smtp_credential: SmtpCredentialRecord }),
    run: async (ctx, { caller, params }) => {
      const credential = await getSmtpCredential(ctx, caller, params.id);
      return { body: { smtp_credential: await showCredential(ctx, credential) } };
    },
  }),
  route({
    ...full,
    method: 'DELETE',
    path: '/smtp-credentials/{id}',
    summary: 'Delete an SMTP credential; refused by the relay within 60 seconds',
    response: Ok,
    run: (ctx, { caller, params }) => removeSmtpCredential(ctx, caller, params.id).then(() => done),
  }),
];

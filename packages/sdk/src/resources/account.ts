import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, Query, Result, Schemas } from '../types.ts';

type Account = Schemas['Account'];
type ApiKey = Schemas['ApiKey'];
type Deliverability = Schemas['Deliverability'];
type SmtpCredential = Schemas['SmtpCredential'];
type Usage = Schemas['Usage'];

export const apiKeysOf = (call: Call) => ({
  /** The secret in the answer is shown this once. */
  create: (params: Body<'postApiKeys'>, options?: CallOptions) =>
    call<Result<'postApiKeys'>>('POST', '/api-keys', { body: params }, options),
  list: (params?: Query<'getApiKeys'>, options?: CallOptions) =>
    listOf<ApiKey>(call, '/api-keys', 'api_keys', params, options),
  get: (id: string, options?: CallOptions) =>
    call<ApiKey>('GET', path`/api-keys/${id}`, { unwrap: 'api_key' }, options),
  update: (id: string, params: Body<'patchApiKeysId'>, options?: CallOptions) =>
    call<ApiKey>('PATCH', path`/api-keys/${id}`, { body: params, unwrap: 'api_key' }, options),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteApiKeysId'>>('DELETE', path`/api-keys/${id}`, {}, options),
});

export const smtpCredentialsOf = (call: Call) => ({
  /** The password in the answer is shown this once. */
  create: (params: Body<'postSmtpCredentials'>, options?: CallOptions) =>
    call<Result<'postSmtpCredentials'>>('POST', '/smtp-credentials', { body: params }, options),
  list: (params?: Query<'getSmtpCredentials'>, options?: CallOptions) =>
    listOf<SmtpCredential>(call, '/smtp-credentials', 'smtp_credentials', params, options),
  get: (id: string, options?: CallOptions) =>
    call<SmtpCredential>('GET', path`/smtp-credentials/${id}`, { unwrap: 'smtp_credential' }, options),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteSmtpCredentialsId'>>('DELETE', path`/smtp-credentials/${id}`, {}, options),
});

export const accountOf = (call: Call) => ({
  get: (options?: CallOptions) => call<Account>('GET', '/account', { unwrap: 'account' }, options),
});

export const usageOf = (call: Call) => ({
  get: (params?: Query<'getUsage'>, options?: CallOptions) =>
    call<Usage>('GET', '/usage', { query: params, unwrap: 'usage' }, options),
});

export const deliverabilityOf = (call: Call) => ({
  get: (params?: Query<'getDeliverability'>, options?: CallOptions) =>
    call<Deliverability>('GET', '/deliverability', { query: params, unwrap: 'deliverability' }, options),
});

export const healthOf = (call: Call) => ({
  get: (options?: CallOptions) => call<Result<'getHealth'>>('GET', '/health', {}, options),
});

export const openapiOf = (call: Call) => ({
  get: (options?: CallOptions) => call<Result<'getOpenapiJson'>>('GET', '/openapi.json', {}, options),
});

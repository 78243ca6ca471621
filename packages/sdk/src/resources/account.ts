import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, Item, Query, Result, Single } from '../types.ts';

export const apiKeysOf = (call: Call) => ({
  /** The secret in the answer is shown this once. */
  create: (params: Body<'postApiKeys'>, options?: CallOptions) =>
    call<Result<'postApiKeys'>>('POST', '/api-keys', { body: params }, options),
  list: (params?: Query<'getApiKeys'>, options?: CallOptions) =>
    listOf<Item<'getApiKeys', 'api_keys'>>(call, '/api-keys', 'api_keys', params, options),
  get: (id: string, options?: CallOptions) =>
    call<Single<'getApiKeysId', 'api_key'>>('GET', path`/api-keys/${id}`, { unwrap: 'api_key' }, options),
  update: (id: string, params: Body<'patchApiKeysId'>, options?: CallOptions) =>
    call<Single<'patchApiKeysId', 'api_key'>>(
      'PATCH',
      path`/api-keys/${id}`,
      { body: params, unwrap: 'api_key' },
      options,
    ),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteApiKeysId'>>('DELETE', path`/api-keys/${id}`, {}, options),
});

export const smtpCredentialsOf = (call: Call) => ({
  /** The password in the answer is shown this once. */
  create: (params: Body<'postSmtpCredentials'>, options?: CallOptions) =>
    call<Result<'postSmtpCredentials'>>('POST', '/smtp-credentials', { body: params }, options),
  list: (params?: Query<'getSmtpCredentials'>, options?: CallOptions) =>
    listOf<Item<'getSmtpCredentials', 'smtp_credentials'>>(
      call,
      '/smtp-credentials',
      'smtp_credentials',
      params,
      options,
    ),
  get: (id: string, options?: CallOptions) =>
    call<Single<'getSmtpCredentialsId', 'smtp_credential'>>(
      'GET',
      path`/smtp-credentials/${id}`,
      { unwrap: 'smtp_credential' },
      options,
    ),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteSmtpCredentialsId'>>('DELETE', path`/smtp-credentials/${id}`, {}, options),
});

export const accountOf = (call: Call) => ({
  get: (options?: CallOptions) =>
    call<Single<'getAccount', 'account'>>('GET', '/account', { unwrap: 'account' }, options),
});

export const usageOf = (call: Call) => ({
  get: (params?: Query<'getUsage'>, options?: CallOptions) =>
    call<Single<'getUsage', 'usage'>>('GET', '/usage', { query: params, unwrap: 'usage' }, options),
});

export const deliverabilityOf = (call: Call) => ({
  get: (params?: Query<'getDeliverability'>, options?: CallOptions) =>
    call<Single<'getDeliverability', 'deliverability'>>(
      'GET',
      '/deliverability',
      { query: params, unwrap: 'deliverability' },
      options,
    ),
});

export const healthOf = (call: Call) => ({
  get: (options?: CallOptions) => call<Result<'getHealth'>>('GET', '/health', {}, options),
});

export const openapiOf = (call: Call) => ({
  get: (options?: CallOptions) => call<Result<'getOpenapiJson'>>('GET', '/openapi.json', {}, options),
});

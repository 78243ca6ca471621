import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, Query, Result, Schemas } from '../types.ts';

type OptOut = Schemas['OptOut'];
type Suppression = Schemas['Suppression'];

export const suppressionsOf = (call: Call) => ({
  create: (params: Body<'postSuppressions'>, options?: CallOptions) =>
    call<Suppression>('POST', '/suppressions', { body: params, unwrap: 'suppression' }, options),
  list: (params?: Query<'getSuppressions'>, options?: CallOptions) =>
    listOf<Suppression>(call, '/suppressions', 'suppressions', params, options),
  /** Of the account's list, or with `tenant` of that tenant's. */
  get: (id: string, params?: Query<'getSuppressionsId'>, options?: CallOptions) =>
    call<Suppression>('GET', path`/suppressions/${id}`, { query: params, unwrap: 'suppression' }, options),
  /** By address, of the account's list or a tenant's. */
  delete: (params: Query<'deleteSuppressions'>, options?: CallOptions) =>
    call<Result<'deleteSuppressions'>>('DELETE', '/suppressions', { query: params }, options),
  /** Adds or removes up to 1,000 addresses. */
  batch: (params: Body<'postSuppressionsBatch'>, options?: CallOptions) =>
    call<Result<'postSuppressionsBatch'>>('POST', '/suppressions/batch', { body: params }, options),
  /** The whole list as CSV. */
  export: (params?: Query<'getSuppressionsExport'>, options?: CallOptions) =>
    call<string>('GET', '/suppressions/export', { query: params, text: 'csv' }, options),
});

export const optOutsOf = (call: Call) => ({
  list: (params?: Query<'getOptOuts'>, options?: CallOptions) =>
    listOf<OptOut>(call, '/opt-outs', 'opt_outs', params, options),
  delete: (params: Query<'deleteOptOuts'>, options?: CallOptions) =>
    call<Result<'deleteOptOuts'>>('DELETE', '/opt-outs', { query: params }, options),
});

import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, Item, Query, Result, Single } from '../types.ts';

export const inboundRoutesOf = (call: Call) => ({
  /** A route that is there already, with the same action and endpoint, is the answer. */
  create: (params: Body<'postInboundRoutes'>, options?: CallOptions) =>
    call<Single<'postInboundRoutes', 'inbound_route'>>(
      'POST',
      '/inbound-routes',
      { body: params, unwrap: 'inbound_route' },
      options,
    ),
  list: (params?: Query<'getInboundRoutes'>, options?: CallOptions) =>
    listOf<Item<'getInboundRoutes', 'inbound_routes'>>(
      call,
      '/inbound-routes',
      'inbound_routes',
      params,
      options,
    ),
  get: (id: string, options?: CallOptions) =>
    call<Single<'getInboundRoutesId', 'inbound_route'>>(
      'GET',
      path`/inbound-routes/${id}`,
      { unwrap: 'inbound_route' },
      options,
    ),
  update: (id: string, params: Body<'patchInboundRoutesId'>, options?: CallOptions) =>
    call<Single<'patchInboundRoutesId', 'inbound_route'>>(
      'PATCH',
      path`/inbound-routes/${id}`,
      { body: params, unwrap: 'inbound_route' },
      options,
    ),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteInboundRoutesId'>>('DELETE', path`/inbound-routes/${id}`, {}, options),
});

export const blockedSendersOf = (call: Call) => ({
  /** A sender that is blocked already, for the same recipients, is the answer. */
  create: (params: Body<'postBlockedSenders'>, options?: CallOptions) =>
    call<Single<'postBlockedSenders', 'blocked_sender'>>(
      'POST',
      '/blocked-senders',
      { body: params, unwrap: 'blocked_sender' },
      options,
    ),
  list: (params?: Query<'getBlockedSenders'>, options?: CallOptions) =>
    listOf<Item<'getBlockedSenders', 'blocked_senders'>>(
      call,
      '/blocked-senders',
      'blocked_senders',
      params,
      options,
    ),
  get: (id: string, options?: CallOptions) =>
    call<Single<'getBlockedSendersId', 'blocked_sender'>>(
      'GET',
      path`/blocked-senders/${id}`,
      { unwrap: 'blocked_sender' },
      options,
    ),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteBlockedSendersId'>>('DELETE', path`/blocked-senders/${id}`, {}, options),
});

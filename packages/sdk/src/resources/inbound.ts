import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, Query, Result, Schemas } from '../types.ts';

type BlockedSender = Schemas['BlockedSender'];
type InboundRoute = Schemas['InboundRoute'];

export const inboundRoutesOf = (call: Call) => ({
  /** A route that is there already, with the same action and endpoint, is the answer. */
  create: (params: Body<'postInboundRoutes'>, options?: CallOptions) =>
    call<InboundRoute>('POST', '/inbound-routes', { body: params, unwrap: 'inbound_route' }, options),
  list: (params?: Query<'getInboundRoutes'>, options?: CallOptions) =>
    listOf<InboundRoute>(call, '/inbound-routes', 'inbound_routes', params, options),
  get: (id: string, options?: CallOptions) =>
    call<InboundRoute>('GET', path`/inbound-routes/${id}`, { unwrap: 'inbound_route' }, options),
  update: (id: string, params: Body<'patchInboundRoutesId'>, options?: CallOptions) =>
    call<InboundRoute>(
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
    call<BlockedSender>('POST', '/blocked-senders', { body: params, unwrap: 'blocked_sender' }, options),
  list: (params?: Query<'getBlockedSenders'>, options?: CallOptions) =>
    listOf<BlockedSender>(call, '/blocked-senders', 'blocked_senders', params, options),
  get: (id: string, options?: CallOptions) =>
    call<BlockedSender>('GET', path`/blocked-senders/${id}`, { unwrap: 'blocked_sender' }, options),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteBlockedSendersId'>>('DELETE', path`/blocked-senders/${id}`, {}, options),
});

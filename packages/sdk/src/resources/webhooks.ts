import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, KeyedOptions, Query, Result, Schemas } from '../types.ts';

type Webhook = Schemas['Webhook'];
type WebhookDelivery = Schemas['WebhookDelivery'];
type WebhookDeliveryDetail = Schemas['WebhookDeliveryDetail'];
type WebhookDeliveryListed = Schemas['WebhookDeliveryListed'];

type Params = Body<'postWebhooksId'>;
type Rotated = Extract<Result<'postWebhooksId'>, { secret: string }>;
type Replayed = Extract<Result<'postWebhooksId'>, { queued: number }>;
type Act = {
  (id: string, params: Params & { action: 'rotate_secret' }, options?: KeyedOptions): Promise<Rotated>;
  (id: string, params: Params & { action: 'replay_failed' }, options?: CallOptions): Promise<Replayed>;
};

function deliveriesOf(call: Call) {
  const act = (
    id: string,
    delivery: string,
    params: Body<'postWebhooksIdDeliveriesDelivery'>,
    options?: CallOptions,
  ) =>
    call<WebhookDelivery>(
      'POST',
      path`/webhooks/${id}/deliveries/${delivery}`,
      { body: params, unwrap: 'delivery' },
      options,
    );
  return {
    /** Newest first. */
    list: (id: string, params?: Query<'getWebhooksIdDeliveries'>, options?: CallOptions) =>
      listOf<WebhookDeliveryListed>(call, path`/webhooks/${id}/deliveries`, 'deliveries', params, options),
    /** With payload and log of attempts. */
    get: (id: string, delivery: string, options?: CallOptions) =>
      call<WebhookDeliveryDetail>(
        'GET',
        path`/webhooks/${id}/deliveries/${delivery}`,
        { unwrap: 'delivery' },
        options,
      ),
    act,
    /** Delivers the same event again, as a new delivery. */
    replay: (id: string, delivery: string, options?: CallOptions) =>
      act(id, delivery, { action: 'replay' }, options),
  };
}

export function webhooksOf(call: Call) {
  const act = ((id: string, params: Params, options?: KeyedOptions) => {
    const mayTakeKey = params.action === 'rotate_secret';
    return call<unknown>('POST', path`/webhooks/${id}`, { body: params, mayTakeKey }, options);
  }) as Act;
  return {
    /** The secret in the answer is shown this once. */
    create: (params: Body<'postWebhooks'>, options?: CallOptions) =>
      call<Result<'postWebhooks'>>('POST', '/webhooks', { body: params }, options),
    list: (params?: Query<'getWebhooks'>, options?: CallOptions) =>
      listOf<Webhook>(call, '/webhooks', 'webhooks', params, options),
    get: (id: string, options?: CallOptions) =>
      call<Webhook>('GET', path`/webhooks/${id}`, { unwrap: 'webhook' }, options),
    update: (id: string, params: Body<'patchWebhooksId'>, options?: CallOptions) =>
      call<Webhook>('PATCH', path`/webhooks/${id}`, { body: params, unwrap: 'webhook' }, options),
    delete: (id: string, options?: CallOptions) =>
      call<Result<'deleteWebhooksId'>>('DELETE', path`/webhooks/${id}`, {}, options),
    act,
    /** A new secret, shown this once; the one before signs as well for `overlap_seconds`, a day when absent. */
    rotateSecret: (id: string, params?: Pick<Params, 'overlap_seconds'>, options?: KeyedOptions) =>
      act(id, { ...params, action: 'rotate_secret' }, options),
    /** Delivers events again that failed from `since` on, up to 1,000 a call. */
    replayFailed: (id: string, params: { since: string; until?: string }, options?: CallOptions) =>
      act(id, { ...params, action: 'replay_failed' }, options),
    deliveries: deliveriesOf(call),
  };
}

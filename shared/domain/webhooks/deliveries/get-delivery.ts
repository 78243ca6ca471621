import { notFound } from '../../../core/errors.ts';
import type { Delivery, WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { isId } from '../../../core/runtime.ts';
import type { Base, Caller, DeliveryLogs, Webhooks } from '../../context.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { type DeliveryDetail, deliveryRecord } from './delivery-record.ts';
import { readUnexpiredPayload } from './read-payload.ts';
import { headersSent } from './request-headers.ts';

type Ctx = Webhooks & DeliveryLogs;

type Named = { id: string; delivery: string };

/** A delivery of the caller's endpoint. 404 if missing, expired, or another endpoint's. */
export async function getDelivery(
  ctx: Ctx,
  caller: Caller,
  input: Named,
): Promise<{ endpoint: WebhookEndpoint; delivery: Delivery }> {
  const endpoint = await getEndpoint(ctx, caller, input.id);
  const ids = isId('whd', input.delivery) ? [input.delivery] : [];
  const [delivery] = await ctx.delivery_log.find(endpoint.id, endpoint.log_shards, ids);
  if (delivery === undefined) throw notFound('Delivery');
  return { endpoint, delivery };
}

/** GET /webhooks/{id}/deliveries/{delivery}: with the payload, and all that was kept of failed responses. */
export async function getDeliveryDetail(
  ctx: Base & Ctx,
  caller: Caller,
  input: Named,
): Promise<DeliveryDetail> {
  const { endpoint, delivery } = await getDelivery(ctx, caller, input);
  const [payload, answers] = await Promise.all([
    readUnexpiredPayload(ctx, caller.account.id, delivery),
    delivery.last_error === null && delivery.attempts <= 1 ? null : ctx.delivery_log.answers(delivery.id),
  ]);
  return {
    ...deliveryRecord(delivery),
    url: delivery.url,
    payload: payload === null ? null : JSON.parse(payload),
    request_body: payload,
    attempt_log: delivery.attempt_log.map((entry) => {
      const { sent_at: _, ...shown } = entry;
      return {
        ...shown,
        request_headers: headersSent(endpoint, delivery, entry, payload),
        response_body: answers?.get(entry.attempt) ?? entry.response_body,
      };
    }),
  };
}

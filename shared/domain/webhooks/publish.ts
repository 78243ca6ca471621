import type { EventType } from '../../core/records/events.ts';
import type { WebhookEndpoint, WebhookEvent } from '../../core/records/webhooks.ts';
import { type Id, isId } from '../../core/runtime.ts';
import type { AttemptContext, Queueing, Webhooks } from '../context.ts';
import type { DeliveryMessage, FanOutMessage, WebhookMessage } from '../ports/webhooks.ts';
import { deliveryId, serialise } from './payload.ts';

/** Endpoints queued per call. The attempt worker handles more. */
const fan_out_above = 10;
/** The room for the payload next to the ids, because SQS bills per 64 KB. */
const max_inline_bytes = 62 * 1024;

export type OutgoingEvent = {
  event: WebhookEvent;
  tenant: Id<'ten'> | null;
  /** Whether this may have been emitted before. */
  repeat: boolean;
};

/** Events about emails we sent. Other types have their own data. */
export const isOfEmail = (type: EventType): boolean => type.startsWith('email.') && type !== 'email.received';

/** Whether an endpoint's tenants filter allows an event: only its tenants' email events. */
export const passesTenants = (
  { tenants }: Pick<WebhookEndpoint, 'tenants'>,
  type: EventType,
  tenant: Id<'ten'> | null,
): boolean => tenants === null || (isOfEmail(type) && tenant !== null && tenants.includes(tenant));

/**
 * Whether an event is for an endpoint. The endpoint must subscribe, allow the tenant, and be enabled, or need
 * a log row because the service disabled it.
 */
export function isSubscribed(
  endpoint: Pick<WebhookEndpoint, 'enabled' | 'disabled_reason' | 'events' | 'tenants'>,
  { event, tenant }: Pick<OutgoingEvent, 'event' | 'tenant'>,
): boolean {
  const { enabled, disabled_reason, events } = endpoint;
  if (!enabled && disabled_reason !== 'failing' && disabled_reason !== 'gone') return false;
  if (events !== null && !events.includes(event.type)) return false;
  return passesTenants(endpoint, event.type, tenant);
}

type Body = Omit<FanOutMessage, 'kind' | 'webhook_ids'>;

/** One delivery per endpoint. Only the first delivery writes the event's payload item. */
export function deliveriesOf(body: Body, endpoints: WebhookEndpoint[]): DeliveryMessage[] {
  return endpoints.map((endpoint, position) => ({
    ...body,
    kind: 'delivery',
    webhook_id: endpoint.id,
    delivery_id: deliveryId({ id: body.event_id, created_at: body.created_at }, endpoint.id),
    shards: endpoint.log_shards,
    attempt: 1,
    first: body.first && position === 0,
    attempt_log: [],
  }));
}

/** Fields shared by all messages of one event. A payload that is too large for a message is stored first. */
export async function bodyOf(
  ctx: Webhooks,
  account: Id<'acc'>,
  { event, tenant, repeat, others = [] }: OutgoingEvent & { others?: Id<'wh'>[] },
): Promise<Body> {
  const payload = serialise(event);
  const bytes = Buffer.byteLength(JSON.stringify({ payload, webhook_ids: others }));
  const inline = bytes <= max_inline_bytes;
  const { email_id } = event.data;
  if (!inline) await ctx.deliveries.putPayload(account, event, payload);
  return {
    account,
    event_id: event.id,
    event_type: event.type,
    tenant,
    ...(typeof email_id === 'string' && isId('msg', email_id) && { email_id }),
    created_at: event.created_at,
    payload: inline ? payload : null,
    repeat,
    test: event.data.test === true,
    first: inline,
  };
}

/**
 * The endpoints, read in parallel with the write of an event. Undefined on failure, so publishing reads
 * again.
 */
export const readEndpoints = (ctx: Webhooks, account: Id<'acc'>): Promise<WebhookEndpoint[] | undefined> =>
  ctx.webhooks.all(account).catch(() => undefined);

async function messagesOf(
  ctx: Webhooks,
  account: Id<'acc'>,
  endpoints: WebhookEndpoint[],
  emitted: OutgoingEvent,
): Promise<WebhookMessage[]> {
  const subscribed = endpoints.filter((endpoint) => isSubscribed(endpoint, emitted));
  if (subscribed.length === 0) return [];
  const fansOut = subscribed.length > fan_out_above;
  const webhook_ids = fansOut ? subscribed.map((endpoint) => endpoint.id) : [];
  const body = await bodyOf(ctx, account, { ...emitted, others: webhook_ids });
  return fansOut ? [{ ...body, kind: 'fan_out', webhook_ids }] : deliveriesOf(body, subscribed);
}

/**
 * Queues events for an account's subscribed endpoints, with one read of the current endpoints and one call to
 * the queue. A repeated call queues the same ids, and the attempt worker drops those that its log shows as
 * done. `known` has the endpoints, if the caller has read them since the event happened.
 */
export async function publishEvents(
  ctx: Webhooks & Queueing,
  account: Id<'acc'>,
  events: OutgoingEvent[],
  known?: WebhookEndpoint[],
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = known ?? (await ctx.webhooks.all(account));
  const messages = await Promise.all(events.map((emitted) => messagesOf(ctx, account, endpoints, emitted)));
  const flat = messages.flat();
  if (flat.length > 0) await ctx.queues.webhooks(flat);
}

/** Endpoints expanded per message: ten full batches, well within the worker's time. */
const step = 100;

/** Queues the next deliveries, then the rest. A crash in between repeats only this step, marked as a repeat. */
export async function expandFanOut(
  ctx: AttemptContext,
  message: FanOutMessage,
  again: boolean,
): Promise<void> {
  const { kind: _kind, webhook_ids, ...body } = message;
  const now = webhook_ids.slice(0, step);
  const rest = webhook_ids.slice(step);
  const endpoints = new Map((await ctx.webhooks.all(message.account)).map((each) => [each.id, each]));
  const standing = now.flatMap((id) => endpoints.get(id) ?? []);
  const repeat = message.repeat || again;
  const deliveries = deliveriesOf({ ...body, repeat }, standing);
  if (deliveries.length > 0) await ctx.queues.webhooks(deliveries);
  const first = message.first && deliveries.length === 0;
  if (rest.length > 0) await ctx.queues.webhooks([{ ...message, repeat, first, webhook_ids: rest }]);
}

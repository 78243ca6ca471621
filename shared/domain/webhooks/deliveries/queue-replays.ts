import { AppError } from '../../../core/errors.ts';
import type { Delivery, FailedDelivery, WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { type Id, idTime, timestamp } from '../../../core/runtime.ts';
import type { Base, DeliveryLogs, Queueing, Webhooks } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { passesTenants } from '../publish.ts';
import { pendingRow } from './rows.ts';

/** An ended delivery, and the delivery that will replay it. */
export type Replay = { of: FailedDelivery; id: Id<'whd'>; failed: boolean; repeat: boolean };

export type Replaying = Base & Webhooks & DeliveryLogs & Queueing;

/** Throws 409 if the endpoint gets no attempts. */
export function checkEnabled(endpoint: WebhookEndpoint): void {
  if (endpoint.enabled) return;
  const hint = 'Enable it with PATCH {"enabled": true}, then replay';
  throw new AppError('conflict', 'The webhook is disabled', {
    details: { reason: 'endpoint_disabled' },
    hint,
  });
}

/**
 * Whether the endpoint's current filter allows a failure, whose event may predate that filter. An older
 * release's row doesn't name its event's tenant.
 */
export const isStillFor = (endpoint: WebhookEndpoint, { event_type, tenant }: FailedDelivery): boolean =>
  tenant === undefined || passesTenants(endpoint, event_type, tenant);

/** Assigns failures to their replays. Leaves failures that another run is replaying. */
export async function claimFailures(
  ctx: Base & DeliveryLogs,
  { id: webhook, log_shards }: WebhookEndpoint,
  failures: FailedDelivery[],
): Promise<Replay[]> {
  const wanted = failures.map(({ id }) => ({ id, replay: ctx.runtime.id('whd') }));
  const claims = await ctx.delivery_log.claimReplays(webhook, log_shards, wanted);
  return failures.flatMap((of, i) => {
    const claim = claims[i];
    if (!claim || claim.state === 'taken') return [];
    return [{ of, id: claim.replay, failed: true, repeat: claim.state === 'repeat' }];
  });
}

/**
 * The first attempt of a new delivery of a known event. Event id and bytes are the same, read from their
 * item.
 */
export function replayMessage(endpoint: WebhookEndpoint, { of, id, repeat }: Replay): DeliveryMessage {
  return {
    kind: 'delivery',
    account: endpoint.account,
    webhook_id: endpoint.id,
    delivery_id: id,
    first_id: of.first_id ?? of.id,
    event_id: of.event_id,
    event_type: of.event_type,
    tenant: of.tenant,
    created_at: timestamp(idTime(id)),
    payload: null,
    repeat,
    test: of.test === true,
    first: false,
    shards: endpoint.log_shards,
    attempt: 1,
    attempt_log: [],
  };
}

/**
 * Queues deliveries that `claimReplays` has bound: first their rows, then the messages, and only then are the
 * failed ones marked as replayed. After a crash in between, a later call finds them and completes the same
 * replays.
 */
export async function queueReplays(
  ctx: Replaying,
  endpoint: WebhookEndpoint,
  replays: Replay[],
): Promise<Delivery[]> {
  const messages = replays.map((replay) => replayMessage(endpoint, replay));
  // If a delivery is repeated, its id is older than its queueing.
  const next_attempt_at = timestamp(ctx.runtime.now());
  const rows = messages.map((message) => ({ ...pendingRow(message, endpoint.url), next_attempt_at }));
  const shards = endpoint.log_shards;
  const isRepeated = (_: Delivery, i: number) => replays[i]?.repeat === true;
  const fresh = rows.filter((row, i) => !isRepeated(row, i));
  if (fresh.length > 0) await ctx.delivery_log.putPending(fresh, shards);
  // A repeated delivery's row stays if it already shows attempts.
  await Promise.all(rows.filter(isRepeated).map((row) => ctx.deliveries.record(row, { attempt: 0, shards })));
  if (messages.length > 0) await ctx.queues.webhooks(messages);
  const failures = replays.filter(({ failed }) => failed).map(({ of }) => of);
  if (failures.length > 0) await ctx.delivery_log.closeFailures(endpoint.id, shards, failures);
  return rows;
}

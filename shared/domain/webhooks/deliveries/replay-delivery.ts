import * as z from 'zod';
import { AppError, notFound } from '../../../core/errors.ts';
import type { Delivery, WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { Caller, DeliveryLogs } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { max_wait_s, replacement_after_ms } from '../retry.ts';
import { getDelivery } from './get-delivery.ts';
import { checkEnabled, queueReplays, type Replay, type Replaying, replayMessage } from './queue-replays.ts';
import { readUnexpiredPayload } from './read-payload.ts';

export const DeliveryAction = z.object({ action: z.enum(['replay']) });

/** Max replays that a request follows. A delivery replayed by hand has only a few. */
const max_chain = 100;

/**
 * The end of the chain of replays that starts here, because replay_failed must not queue an earlier replay's
 * event. Null if the chain is too long to follow.
 */
async function newestOf(
  ctx: DeliveryLogs,
  endpoint: WebhookEndpoint,
  first: Delivery,
): Promise<Delivery | null> {
  let newest = first;
  for (let i = 0; i <= max_chain; i++) {
    const next = await ctx.delivery_log.replayOf(endpoint.id, endpoint.log_shards, newest.id);
    const [row] = next === null ? [] : await ctx.delivery_log.find(endpoint.id, endpoint.log_shards, [next]);
    if (row === undefined) return newest;
    newest = row;
  }
  return null;
}

/**
 * An unfinished replay, with another message in case the call that created it died first. The message arrives
 * once the log can tell, and isn't posted if the first message was.
 */
async function waitingReplay(ctx: Replaying, endpoint: WebhookEndpoint, replay: Delivery): Promise<Delivery> {
  const { id, attempts, next_attempt_at, created_at } = replay;
  if (attempts > 0) return replay;
  const at = Date.parse(next_attempt_at ?? created_at) + replacement_after_ms;
  const wait_s = Math.min(max_wait_s, Math.max(0, Math.ceil((at - ctx.runtime.now()) / 1000)));
  const message = replayMessage(endpoint, { of: replay, id, failed: false, repeat: true });
  await ctx.queues.webhooks([message], wait_s);
  return replay;
}

/**
 * Replays one delivery: a new delivery of the same event and bytes, with its own five attempts. Returns an
 * unfinished replay instead of creating another. Otherwise, with two simultaneous replays, a failed one could be
 * replayed again after the newer one arrived. Throws 404 if the delivery or its payload is gone, and 409 if
 * it is still pending or its endpoint is disabled.
 */
export async function replayDelivery(
  ctx: Replaying,
  caller: Caller,
  input: { id: string; delivery: string },
): Promise<Delivery> {
  requireScope(caller, ['webhooks:write']);
  const { endpoint, delivery } = await getDelivery(ctx, caller, input);
  checkEnabled(endpoint);
  if (delivery.status === 'pending')
    throw new AppError('conflict', 'The delivery is still pending', { details: { reason: 'pending' } });
  const payload = await readUnexpiredPayload(ctx, caller.account.id, delivery);
  if (payload === null) throw notFound('Event payload');
  const newest = await newestOf(ctx, endpoint, delivery);
  if (newest?.status === 'pending') return waitingReplay(ctx, endpoint, newest);
  const id = ctx.runtime.id('whd');
  const claims = newest === null ? [] : [{ id: newest.id, replay: id }];
  const [claim = null] = await ctx.delivery_log.claimReplays(endpoint.id, endpoint.log_shards, claims);
  const replay: Replay =
    newest === null || claim === null
      ? { of: delivery, id, failed: false, repeat: false }
      : { of: newest, id: claim.replay, failed: newest.status === 'failed', repeat: claim.state !== 'new' };
  const [row] = await queueReplays(ctx, endpoint, [replay]);
  const { id: delivery_id, event_id } = delivery;
  const ids = { webhook_id: endpoint.id, delivery_id, event_id, replay_id: replay.id };
  ctx.log.info('webhook_delivery_replayed', ids);
  return row as Delivery;
}

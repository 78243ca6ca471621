import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** A delivery that arrived, and replays of it, each after the one before. */
async function delivered() {
  const world = await webhookDeliveries();
  const { url, received } = await receiver();
  const { id } = await world.addEndpoint(url);
  await world.emit();
  await world.workAll();
  const [first] = (await world.call('GET', `/webhooks/${id}/deliveries`)).body.deliveries as Delivery[];
  const made = new Set<string>();
  const replay = async () => {
    world.clock.advance(60_000);
    const path = `/webhooks/${id}/deliveries/${first?.id}`;
    const { delivery } = (await world.call('POST', path, { body: { action: 'replay' } })).body;
    made.add((delivery as Delivery).id);
    await world.workAll();
  };
  return { ...world, received, made, replay };
}

test('E31: each replay of one delivery is a new one, however many there are', async () => {
  const { received, made, replay } = await delivered();
  for (let i = 1; i <= 25; i++) {
    await replay();
    expect([made.size, received.length]).toEqual([i, i + 1]);
  }
});

test('E31: also where there are too many to be looked at', async () => {
  const { ctx, received, made, replay } = await delivered();
  await replay();
  const { replayOf } = ctx.delivery_log;
  // Without an end: each leads to one that is there.
  ctx.delivery_log.replayOf = async (webhook, shards, id) => (await replayOf(webhook, shards, id)) ?? id;
  await replay();
  expect([made.size, received.length]).toEqual([2, 3]);
});

import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const day_ms = 86_400_000;

/** A delivery of an event of 29 days before, and the rows of the log. */
async function replayed() {
  const world = await webhookDeliveries();
  const { url } = await receiver();
  const { id } = await world.addEndpoint(url);
  const path = `/webhooks/${id}/deliveries`;
  const list = async (query = '') =>
    (await world.call('GET', `${path}${query}`)).body.deliveries as (Delivery & { payload?: string })[];
  const replay = (delivery: string) =>
    world.call('POST', `${path}/${delivery}`, { body: { action: 'replay' } });
  await world.emit({ subject: 'Hello' });
  await world.workAll();
  const [first] = await list();
  world.clock.advance(29 * day_ms);
  expect((await replay(first?.id as string)).status).toBe(200);
  await world.workAll();
  const [newest] = await list();
  return { ...world, path, list, replay, newest: newest as Delivery };
}

// DynamoDB deletes what has expired up to two days late.
test('the payload of an event is gone after the days of the log, though a replay of it is still there [E31, H42]', async () => {
  const { clock, call, path, list, replay, newest } = await replayed();
  const shown = async () => {
    const { delivery } = (await call('GET', `${path}/${newest.id}`)).body as {
      delivery: { payload: unknown };
    };
    const [listed] = await list('?include=payload&limit=25');
    return [delivery.payload, listed?.payload];
  };
  clock.advance(day_ms - 60_000);
  expect(await shown()).toEqual([expect.objectContaining({ id: newest.event_id }), expect.any(String)]);
  clock.advance(61_000);
  expect((await list()).map(({ id }) => id)).toEqual([newest.id]);
  expect(await shown()).toEqual([null, null]);
  const answer = await replay(newest.id);
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
});

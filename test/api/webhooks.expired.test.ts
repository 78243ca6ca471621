import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { stopReceivers } from '../support/receiver.ts';
import { answeringEndpoint } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const day_ms = 86_400_000;

// DynamoDB deletes what has expired up to two days late.
test('the payload of an event is gone after the days of the log, though a replay of it is still there [E31, H42]', async () => {
  const { clock, call, path, list, replay, emit, workAll } = await answeringEndpoint(200);
  await emit({ subject: 'Hello' });
  await workAll();
  clock.advance(29 * day_ms);
  expect((await replay((await list())[0]?.id)).status).toBe(200);
  await workAll();
  const [newest] = (await list()) as [Delivery];
  const shown = async () => {
    const { body } = await call('GET', `${path}/deliveries/${newest.id}`);
    const listed = (await call('GET', `${path}/deliveries?include=payload`)).body;
    return [body.delivery, (listed.deliveries as object[])[0]].map(
      (delivery) => (delivery as { payload: unknown }).payload,
    );
  };
  clock.advance(day_ms - 60_000);
  expect(await shown()).toEqual([expect.objectContaining({ id: newest.event_id }), expect.any(String)]);
  clock.advance(61_000);
  expect((await list()).map(({ id }) => id)).toEqual([newest.id]);
  expect(await shown()).toEqual([null, null]);
  const answer = await replay(newest.id);
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
});

import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { stopReceivers } from '../support/receiver.ts';
import { answeringEndpoint } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** A delivery that arrived, and replays of it, each after the one before. */
async function delivered() {
  const world = await ended(200);
  const made = new Set<string>();
  const replay = async () => {
    world.clock.advance(60_000);
    made.add((await world.replay()).id);
    await world.workAll();
  };
  return { ...world, made, replay };
}

test('each replay of one delivery is a new one, however many there are [E31]', async () => {
  const { received, made, replay } = await delivered();
  for (let i = 1; i <= 25; i++) {
    await replay();
    expect([made.size, received.length]).toEqual([i, i + 1]);
  }
});

test('also where there are too many to be looked at [E31]', async () => {
  const { ctx, received, made, replay } = await delivered();
  await replay();
  const { replayOf } = ctx.delivery_log;
  // Without an end: each leads to one that is there.
  ctx.delivery_log.replayOf = async (webhook, shards, id) => (await replayOf(webhook, shards, id)) ?? id;
  await replay();
  expect([made.size, received.length]).toEqual([2, 3]);
});

/** A delivery that ended with this answer, and the call that replays it. */
async function ended(status: number) {
  const world = await answeringEndpoint(status);
  await world.emit();
  await world.workAll();
  const [first] = await world.list();
  const replay = async () => (await world.replay(first?.id)).body.delivery as Delivery;
  return { ...world, first, replay };
}

test('a replay that waits is the one that a second call answers: when it fails, it is the newest [E31, N3]', async () => {
  const { replay, list, answer, received, queued, work, workAll, call, path, since } = await ended(500);
  const made = await replay();
  await work();
  expect(await replay()).toMatchObject({ id: made.id, status: 'pending', attempts: 1 });
  expect(queued).toHaveLength(1);
  await workAll();
  expect((await list()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  answer.status = 200;
  received.length = 0;
  expect((await replay()).id).not.toBe(made.id);
  await workAll();
  const { body } = await call('POST', path, { body: { action: 'replay_failed', since } });
  expect(body).toEqual({ queued: 0, has_more: false });
  expect(received).toHaveLength(1);
});

test.each([500, 31_000])(
  'a replay that was never queued is queued by a call %d ms later, with its id [E31]',
  async (after_ms) => {
    const { replay, list, first, received, ctx, clock, workAll } = await ended(200);
    const { webhooks } = ctx.queues;
    ctx.queues.webhooks = () => Promise.reject(new Error('died'));
    await replay();
    ctx.queues.webhooks = webhooks;
    const [made] = await list();
    expect(made).toMatchObject({ status: 'pending', attempts: 0 });
    clock.advance(after_ms);
    expect(await replay()).toMatchObject({ id: made?.id });
    await workAll();
    expect(received.map(({ headers }) => headers['service-delivery-id'])).toEqual([first?.id, made?.id]);
  },
);

// DynamoDB deletes what has expired up to two days late.
test("an event's payload is unavailable after the log's retention, even while a replay of it is still listed [E31, H42]", async () => {
  const { clock, call, path, list, replay, emit, workAll } = await answeringEndpoint(200);
  await emit({ subject: 'Hello' });
  await workAll();
  clock.advance(29 * 86_400_000);
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
  clock.advance(86_400_000 - 60_000);
  expect(await shown()).toEqual([expect.objectContaining({ id: newest.event_id }), expect.any(String)]);
  clock.advance(61_000);
  expect((await list()).map(({ id }) => id)).toEqual([newest.id]);
  expect(await shown()).toEqual([null, null]);
  const answer = await replay(newest.id);
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
});

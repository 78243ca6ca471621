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

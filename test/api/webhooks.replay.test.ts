import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { stopReceivers } from '../support/receiver.ts';
import { answeringEndpoint } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

test('replay is a new delivery of the same event and bytes, with five attempts of its own [H18, E31]', async () => {
  const world = await answeringEndpoint();
  const { answer, received } = world;
  const event = await world.emit({ subject: 'Grüße' });
  await world.workAll();
  expect(received).toHaveLength(5);
  const [failed] = await world.list();
  expect(failed).toMatchObject({ status: 'failed', attempts: 5, last_error: 'http_status' });

  const replayed = await world.replay(failed?.id);
  expect(replayed.status).toBe(200);
  const delivery = replayed.body.delivery as Delivery;
  expect(delivery).toMatchObject({ event_id: event.id, status: 'pending', attempts: 0 });
  expect(delivery.id).not.toBe(failed?.id);
  expect((await world.list()).map(({ id }) => id)).toEqual([delivery.id, failed?.id]);
  const early = await world.replay(delivery.id);
  expect([early.status, early.body.error?.code]).toEqual([409, 'conflict']);

  answer.status = 200;
  await world.workAll();
  expect(received).toHaveLength(6);
  expect(received[5]?.body).toBe(received[0]?.body);
  expect(received[5]?.headers).toMatchObject({
    'service-event-id': event.id,
    'service-delivery-id': delivery.id,
    'service-attempt': '1',
  });
  const [done] = await world.list();
  expect(done).toMatchObject({ id: delivery.id, status: 'delivered', attempts: 1 });
  // Both of them show as what they are, and a delivered one may be replayed too.
  expect((await world.list('&status=failed')).map(({ id }) => id)).toEqual([failed?.id]);
  expect((await world.replay(done?.id)).status).toBe(200);
});

test('replay_failed queues oldest first what failed in [since, until), each event once however often it is called [E31]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer, received } = world;
  answer.status = 410;
  const events: string[] = [];
  for (let i = 0; i < 6; i++) {
    world.clock.advance(1_000);
    events.push((await world.emit({ n: i })).id);
    await world.workAll();
    await call('PATCH', path, { body: { enabled: true } });
  }
  const [newest] = await world.list();
  answer.status = 200;
  world.clock.advance(1_000);
  const body = { action: 'replay_failed', since: world.since, until: newest?.created_at };
  const first = await call('POST', path, { body });
  expect([first.status, first.body]).toEqual([202, { queued: 5, has_more: false }]);
  expect(await world.list('&status=pending')).toHaveLength(5);
  const again = await call('POST', path, { body });
  expect(again.body).toEqual({ queued: 0, has_more: false });
  received.length = 0;
  await world.workAll();
  expect(received.map(({ headers }) => headers['service-event-id'])).toEqual(events.slice(0, 5));
  expect(
    (await call('POST', path, { body: { action: 'replay_failed', since: world.since } })).body.queued,
  ).toBe(1);
});

test('an event whose replay failed is queued again, one whose replay succeeded is not [E31]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer } = world;
  for (const _ of [1, 2]) {
    await world.emit();
    await world.workAll();
  }
  const body = { action: 'replay_failed', since: world.since };
  expect((await call('POST', path, { body })).body).toEqual({ queued: 2, has_more: false });
  await world.work();
  for (let i = 0; i < 4; i++) await world.work();
  // One of the two has used its attempts; the other one now succeeds.
  answer.status = 200;
  await world.workAll();
  const states = (await world.list()).map(({ status }) => status).sort();
  expect(states.filter((status) => status === 'pending')).toEqual([]);
  const { length: replaysFailed } = states.filter((status) => status === 'failed').slice(2);
  expect((await call('POST', path, { body })).body).toEqual({ queued: replaysFailed, has_more: false });
});

test('replay_failed takes events by the time of the event, not by that of a replay that failed [E31]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer, received } = world;
  answer.status = 410;
  const fail = async () => {
    await world.workAll();
    await call('PATCH', path, { body: { enabled: true } });
    world.clock.advance(60_000);
    return new Date(world.ctx.runtime.now()).toISOString();
  };
  const replayFailed = async (range: { since: string; until?: string }) => {
    received.length = 0;
    const { body } = await call('POST', path, { body: { action: 'replay_failed', ...range } });
    const until = await fail();
    const events = received.map(({ headers }) => headers['service-event-id']);
    expect(body).toEqual({ queued: events.length, has_more: false });
    return { events, until };
  };
  const first = await world.emit();
  const middle = await fail();
  const second = await world.emit();
  await fail();
  // Replays of the first event fail after the second one, one by replay_failed and one by hand.
  expect((await replayFailed({ since: world.since, until: middle })).events).toEqual([first.id]);
  const [newest] = await world.list();
  await world.replay(newest?.id);
  const end = await fail();
  const failed = await world.list('&status=failed');
  expect(failed.map(({ event_id }) => event_id)).toEqual([first.id, first.id, second.id, first.id]);
  expect((await replayFailed({ since: end })).events).toEqual([]);
  expect((await replayFailed({ since: middle })).events).toEqual([second.id]);
  expect((await replayFailed({ since: world.since, until: middle })).events).toEqual([first.id]);
  answer.status = 200;
  expect((await replayFailed({ since: world.since })).events).toEqual([first.id, second.id]);
  expect(await world.list('&status=failed')).toHaveLength(6);
});

test('a replay by hand counts: what it delivered is not queued again [E31]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer } = world;
  await world.emit();
  await world.workAll();
  const [first] = await world.list();
  const replay = () => world.replay(first?.id);
  await replay();
  await world.workAll();
  answer.status = 200;
  await replay();
  await world.workAll();
  expect((await world.list()).map(({ status }) => status)).toEqual(['delivered', 'failed', 'failed']);
  const { body } = await call('POST', path, { body: { action: 'replay_failed', since: world.since } });
  expect(body).toEqual({ queued: 0, has_more: false });
});

test('of calls at the same time each failed delivery is queued by one [E31]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer } = world;
  for (let i = 0; i < 12; i++) {
    world.clock.advance(100);
    await world.emit();
  }
  answer.status = 410;
  await world.workAll();
  await call('PATCH', path, { body: { enabled: true } });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      call('POST', path, { body: { action: 'replay_failed', since: world.since } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  const queued = answers.reduce((sum, one) => sum + (one.body.queued as number), 0);
  expect(queued).toBe(12);
  expect(world.queued).toHaveLength(12);
});

test('a call that dies after its claim is completed by a later one, under the same ids [E31]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer, ctx } = world;
  await world.emit();
  await world.workAll();
  const real = ctx.queues.webhooks;
  ctx.queues.webhooks = async () => {
    throw new Error('the queue is away');
  };
  const body = { action: 'replay_failed', since: world.since };
  expect((await call('POST', path, { body })).status).toBe(500);
  ctx.queues.webhooks = real;
  expect((await call('POST', path, { body })).body).toEqual({ queued: 0, has_more: true });
  world.clock.advance(31_000);
  expect((await call('POST', path, { body })).body).toEqual({ queued: 1, has_more: false });
  answer.status = 200;
  await world.workAll();
  const rows = await world.list();
  expect(rows.map(({ status }) => status)).toEqual(['delivered', 'failed']);
});

test('what happens while the service has the endpoint disabled is replayed once it is enabled; before, 409 [E22]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer, received } = world;
  answer.status = 410;
  await world.emit();
  await world.workAll();
  await world.emit();
  await world.workAll();
  const rows = await world.list();
  expect(rows.map(({ last_error, attempts }) => [last_error, attempts])).toEqual([
    ['endpoint_disabled', 0],
    ['http_status', 1],
  ]);
  const body = { action: 'replay_failed', since: world.since };
  for (const one of [await call('POST', path, { body }), await world.replay(rows[0]?.id)]) {
    expect([one.status, one.body.error?.details]).toEqual([409, { reason: 'endpoint_disabled' }]);
  }
  answer.status = 200;
  await call('PATCH', path, { body: { enabled: true } });
  received.length = 0;
  expect((await call('POST', path, { body })).body.queued).toBe(2);
  await world.workAll();
  expect(received).toHaveLength(2);
});

test('a replay and a test whose endpoint is disabled meanwhile end as failed, and can be replayed [E67]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer, received } = world;
  answer.status = 410;
  await world.emit();
  await world.workAll();
  await call('PATCH', path, { body: { enabled: true } });
  await call('POST', path, { body: { action: 'replay_failed', since: world.since } });
  await call('POST', '/emails/test', { body: { event: 'email.sent' } });
  await call('PATCH', path, { body: { enabled: false } });
  received.length = 0;
  await world.workAll();
  expect(received).toHaveLength(0);
  expect(await world.list('&status=pending')).toEqual([]);
  const ended = (await world.list('&status=failed')).slice(0, 2);
  const disabled = {
    status: 'failed',
    last_error: 'endpoint_disabled',
    attempts: 0,
    next_attempt_at: null,
  };
  expect(ended).toEqual([expect.objectContaining(disabled), expect.objectContaining(disabled)]);
  answer.status = 200;
  await call('PATCH', path, { body: { enabled: true } });
  expect(
    (await call('POST', path, { body: { action: 'replay_failed', since: world.since } })).body.queued,
  ).toBe(2);
  await world.workAll();
  expect(received).toHaveLength(2);
});

test('a replay of a test event never disables the endpoint [E60]', async () => {
  const world = await answeringEndpoint();
  const { call, path, answer } = world;
  answer.status = 410;
  await call('POST', '/emails/test', { body: { event: 'email.sent' } });
  await world.workAll();
  expect(
    (await call('POST', path, { body: { action: 'replay_failed', since: world.since } })).body.queued,
  ).toBe(1);
  await world.workAll();
  expect((await call('GET', path)).body.webhook).toMatchObject({ enabled: true, disabled_reason: null });
});

const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();

test.each([
  [{}, 'action', 'required'],
  [{ action: 'replay' }, 'action', 'enum'],
  [{ action: 'replay_failed' }, 'since', 'required'],
  [{ action: 'replay_failed', since: 'yesterday' }, 'since', 'format'],
  [{ action: 'replay_failed', since: days(31) }, 'since', 'range'],
  [{ action: 'replay_failed', since: days(2), until: days(3) }, 'until', 'range'],
  [{ action: 'rotate_secret', overlap_seconds: -1 }, 'overlap_seconds', 'range'],
  [{ action: 'rotate_secret', overlap_seconds: 86_401 }, 'overlap_seconds', 'range'],
  [{ action: 'rotate_secret', overlap_seconds: 1.5 }, 'overlap_seconds', 'type'],
])('POST /webhooks/{id} %j is 400 %s %s', async (body, path, rule) => {
  const world = await answeringEndpoint();
  const answer = await world.call('POST', world.path, { body });
  expect(answer.status).toBe(400);
  expect(answer.body.error?.details?.issues).toEqual([expect.objectContaining({ path, rule })]);
});

test('a since from before the log is answered with how far back it may be [H18]', async () => {
  const world = await answeringEndpoint();
  const body = { action: 'replay_failed', since: days(31) };
  const answer = await world.call('POST', world.path, { body });
  expect(answer.body.error?.message).toBe('since: at most 30 days back');
});

test('POST /webhooks/{id}/deliveries/{delivery} with another action is 400 enum', async () => {
  const world = await answeringEndpoint();
  await world.emit();
  await world.workAll();
  const [row] = await world.list();
  const answer = await world.call('POST', `${world.path}/deliveries/${row?.id}`, {
    body: { action: 'retry' },
  });
  expect(answer.body.error?.details?.issues).toEqual([
    expect.objectContaining({ path: 'action', rule: 'enum' }),
  ]);
});

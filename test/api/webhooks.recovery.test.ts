import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { freshAccount, inProcess, newTenant, testContext } from '../support/api.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { answeringEndpoint } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** Until nothing of the recovery is queued. */
async function recover(world: Awaited<ReturnType<typeof answeringEndpoint>>) {
  while (world.looks.length > 0 || world.queued.length > 0) {
    await world.workAll();
    if (world.looks.length > 0) await world.look();
  }
}

test('auto_replay is true for a new endpoint, false where it says so, and PATCH changes it [N3]', async () => {
  const world = await answeringEndpoint();
  const shown = async () =>
    ((await world.call('GET', world.path)).body.webhook as { auto_replay: boolean }).auto_replay;
  expect(await shown()).toBe(true);
  for (const auto_replay of [false, true]) {
    const changed = await world.call('PATCH', world.path, { body: { auto_replay } });
    expect([changed.status, (changed.body.webhook as { auto_replay: boolean }).auto_replay]).toEqual([
      200,
      auto_replay,
    ]);
    expect(await shown()).toBe(auto_replay);
  }
  const off = await world.call('POST', '/webhooks', { body: { url: world.url, auto_replay: false } });
  expect(off.body.webhook).toMatchObject({ auto_replay: false });
  const { webhooks } = (await world.call('GET', '/webhooks')).body as {
    webhooks: { auto_replay: boolean }[];
  };
  expect(webhooks.map(({ auto_replay }) => auto_replay)).toEqual([false, true]);
});

test('an endpoint that was stored without it shows false [N3]', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, webhookRoutes, api_key);
  const made = await call('POST', '/webhooks', { body: { url: 'https://receiver.invalid/' } });
  const { id } = made.body.webhook as { id: string };
  const seen = await ctx.webhooks.get(account.id, id as Id<'wh'>);
  if (seen === null) throw new Error('gone');
  await ctx.webhooks.update(seen, { auto_replay: undefined, updated_at: seen.updated_at });
  expect((await call('GET', `/webhooks/${id}`)).body.webhook).toMatchObject({ auto_replay: false });
});

test.each([
  ['POST', 'yes'],
  ['PATCH', 1],
])('%s with auto_replay %j is 400 [N3]', async (method, auto_replay) => {
  const world = await answeringEndpoint();
  const [path, more] = method === 'POST' ? ['/webhooks', { url: world.url }] : [world.path, {}];
  const answer = await world.call(method, path, { body: { ...more, auto_replay } });
  expect([answer.status, answer.body.error?.details?.issues]).toEqual([
    400,
    [expect.objectContaining({ path: 'auto_replay', rule: 'type' })],
  ]);
});

test('what failed while the endpoint was down is replayed by itself once it is back, each event once, with the same bytes [N3]', async () => {
  const world = await answeringEndpoint();
  const events = [];
  for (let i = 0; i < 4; i++) events.push((await world.emit({ n: i, subject: 'Grüße' })).id);
  await world.workAll();
  expect(world.looks).toHaveLength(1);
  await world.look();
  expect((await world.list()).map(({ status, attempts }) => [status, attempts])).toEqual(
    Array(4).fill(['failed', 5]),
  );
  const bytes = new Map(world.received.map(({ headers, body }) => [headers['service-event-id'], body]));
  world.received.length = 0;
  world.answer.status = 200;
  await recover(world);
  expect(world.received.map(({ headers }) => headers['service-event-id']).sort()).toEqual(events.sort());
  for (const { headers, body } of world.received) expect(body).toBe(bytes.get(headers['service-event-id']));
  const rows = await world.list();
  expect(rows.map(({ status }) => status).sort()).toEqual([
    ...Array(4).fill('delivered'),
    ...Array(4).fill('failed'),
  ]);
  const delivered = rows.filter(({ status }) => status === 'delivered').map(({ id }) => id);
  expect(world.received.map(({ headers }) => headers['service-delivery-id']).sort()).toEqual(
    delivered.sort(),
  );
  const body = { action: 'replay_failed', since: world.since };
  expect((await world.call('POST', world.path, { body })).body).toEqual({ queued: 0, has_more: false });
  const stored = await world.ctx.webhooks.get(world.account.id, world.id as Id<'wh'>);
  expect([stored?.recover_at, stored?.failing_since]).toEqual([undefined, undefined]);
});

test('a manual replay and an automatic one of one delivery are one, also while the probe of it is open [N3]', async () => {
  const world = await answeringEndpoint();
  const event = await world.emit();
  await world.workAll();
  const [failed] = await world.list();
  // The probe fails; its id is that of the replay which is made by hand later.
  await world.look();
  const probed = world.received.at(-1)?.headers['service-delivery-id'];
  expect(await world.list()).toHaveLength(1);
  world.answer.status = 200;
  expect((await world.replay(failed?.id)).body.delivery).toMatchObject({
    id: probed,
    event_id: event.id,
    status: 'pending',
  });
  world.received.length = 0;
  await recover(world);
  expect(world.received.map(({ headers }) => headers['service-delivery-id'])).toEqual([probed]);
  expect((await world.list()).map(({ status }) => status)).toEqual(['delivered', 'failed']);
});

test('of replay_failed and recoveries at one moment each failure is replayed once [N3]', async () => {
  const world = await answeringEndpoint();
  for (let i = 0; i < 10; i++) await world.emit({ n: i });
  await world.workAll();
  world.answer.status = 200;
  world.received.length = 0;
  world.looks.push(...world.looks, ...world.looks);
  const body = { action: 'replay_failed', since: world.since };
  const [, , , answer] = await Promise.all([
    ...[1, 2, 3].map(() => world.look()),
    world.call('POST', world.path, { body }),
  ]);
  expect(answer?.status).toBe(202);
  await recover(world);
  const rows = await world.list();
  expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(10);
  expect(rows).toHaveLength(20);
  expect(world.received).toHaveLength(10);
});

test.each([
  ['enabled again', { enabled: true }],
  ['led to another url', { url: 'http://127.0.0.1:9/' }],
  ['set to auto_replay', { auto_replay: true }],
])('an endpoint that is %s is looked at at once [N3]', async (_how, change) => {
  const world = await answeringEndpoint();
  await world.emit();
  await world.workAll();
  const now = world.ctx.runtime.now();
  const [waiting] = world.looks.splice(0);
  expect(waiting?.message.at).toBeGreaterThan(now);
  await world.call('PATCH', world.path, { body: { description: 'no reason to look' } });
  expect(world.looks).toEqual([]);
  await world.call('PATCH', world.path, { body: change });
  expect(world.looks).toHaveLength(1);
  world.received.length = 0;
  world.answer.status = 200;
  if (!('url' in change)) {
    await recover(world);
    expect(world.received).toHaveLength(1);
  }
});

/** An endpoint of the tenants a and b that is down, with a failed event of each, and the server to which it may move. */
async function ofTenants() {
  const world = await answeringEndpoint();
  const { ctx, account, call, path } = world;
  const [a, b] = [await newTenant(ctx, account.id, 'a'), await newTenant(ctx, account.id, 'b')];
  await call('PATCH', path, { body: { tenants: ['a', 'b'] } });
  world.clock.advance(1_500);
  const events = [];
  for (const { id } of [a, b]) {
    events.push((await world.emit({}, 'email.bounced', id)).id);
    // Of events of one millisecond either may be the older one.
    world.clock.advance(10);
  }
  await world.workAll();
  const moved = await receiver();
  const arrived = () => moved.received.map(({ headers }) => headers['service-event-id']);
  const replayFailed = async () =>
    (await call('POST', path, { body: { action: 'replay_failed', since: world.since } })).body;
  return { ...world, a, b, events, url: moved.url, arrived, replayFailed };
}

test('nor one that the tenant’s deletion had emptied, or whose filter was set later [N3, A8]', async () => {
  const world = await ofTenants();
  const { ctx, account, id, call, path, url, arrived } = world;
  const seen = await ctx.webhooks.get(account.id, id as Id<'wh'>);
  if (seen === null) throw new Error('gone');
  const emptied = { enabled: false, disabled_reason: 'tenant_deleted' as const, tenants: [] };
  await ctx.webhooks.update(seen, { ...emptied, updated_at: '2026-01-01T00:00:00.000Z' });
  await newTenant(ctx, account.id, 'c');
  await call('PATCH', path, { body: { enabled: true, tenants: ['c'], url } });
  await recover(world);
  expect(arrived()).toEqual([]);
  await call('PATCH', path, { body: { tenants: null, url } });
  await recover(world);
  expect(arrived()).toHaveLength(2);
});

test('replay_failed leaves out the events of tenants that the filter has no more, and has more only of the others [E31, E57]', async () => {
  const world = await ofTenants();
  const { ctx, call, path, url, events, arrived, replayFailed } = world;
  await call('PATCH', path, { body: { url, tenants: ['b'], auto_replay: false } });
  const { openFailures } = ctx.delivery_log;
  ctx.delivery_log.openFailures = (webhook, page) => openFailures(webhook, { ...page, limit: 1 });
  expect(await replayFailed()).toEqual({ queued: 0, has_more: true });
  expect(await replayFailed()).toEqual({ queued: 1, has_more: false });
  await world.workAll();
  expect(arrived()).toEqual([events[1]]);
  expect((await call('GET', `${path}/deliveries?status=failed`)).body.deliveries).toHaveLength(2);
  // By its id it is replayed.
  const failed = (await world.list()).find(({ event_id }) => event_id === events[0]);
  await world.replay(failed?.id);
  await world.workAll();
  expect(arrived()).toEqual([events[1], events[0]]);
});

test('a failure of an older release, whose tenant is not known, is replayed as before [P5, E57]', async () => {
  const world = await ofTenants();
  const { ctx, call, path, url, arrived } = world;
  const { openFailures } = ctx.delivery_log;
  ctx.delivery_log.openFailures = async (webhook, page) => {
    const { failures, more } = await openFailures(webhook, page);
    return { failures: failures.map(({ tenant: _, ...failure }) => failure), more };
  };
  await call('PATCH', path, { body: { url, tenants: ['b'] } });
  await recover(world);
  expect(arrived()).toHaveLength(2);
});

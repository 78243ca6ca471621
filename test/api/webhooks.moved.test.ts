import type { WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const late = Object.assign(new Error('late'), { name: 'LookupTimeout' });

/** An endpoint that hangs, and a server that answers and to which its owner may move it. */
async function hanging() {
  const world = await webhookDeliveries();
  const { resolve } = world.ctx.resolver;
  world.ctx.resolver.resolve = async (name, timeout_ms) => {
    if (name === 'hangs.test') throw late;
    return resolve(name, timeout_ms);
  };
  const { id } = await world.addEndpoint('https://hangs.test/');
  const other = await receiver();
  const path = `/webhooks/${id}`;
  const move = () => world.call('PATCH', path, { body: { url: other.url } });
  const deliveries = async () => (await world.call('GET', `${path}/deliveries`)).body.deliveries;
  const stored = () => world.ctx.webhooks.get(world.account.id, id as Id<'wh'>);
  /** Three time-outs in a row. */
  const shortCircuit = async () => {
    for (let i = 0; i < 3; i++) {
      await world.emit();
      await world.work();
    }
    world.queued.length = 0;
  };
  return { ...world, ...other, path, move, deliveries, stored, shortCircuit };
}

test('a new url is posted to at once, whatever the pause that the former one had earned [E54, P9]', async () => {
  const { emit, work, move, shortCircuit, received, stored } = await hanging();
  await shortCircuit();
  expect(await stored()).toMatchObject({ timeouts: 3, short_until: expect.any(Number) });
  await move();
  const event = await emit();
  await work();
  expect(received.map(({ headers }) => headers['service-event-id'])).toEqual([event.id]);
});

/** Attempts that have begun at the former url when the endpoint is moved, and time out after that. */
async function overtaken(world: Awaited<ReturnType<typeof hanging>>, attempts: number) {
  const { ctx, work, move } = world;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<never>();
  let waiting = 0;
  const { resolve } = ctx.resolver;
  ctx.resolver.resolve = async (name, timeout_ms) => {
    if (name !== 'hangs.test') return resolve(name, timeout_ms);
    if (++waiting === attempts) begun.resolve();
    return end.promise;
  };
  const all = Promise.all(Array.from({ length: attempts }, () => work()));
  await Promise.race([begun.promise, all]);
  await move();
  end.reject(late);
  await all;
}

test('attempts at a former url that time out after the change keep nothing from the new one [E54, P9]', async () => {
  const world = await hanging();
  const { emit, work, stored, received, queued } = world;
  for (let i = 0; i < 3; i++) await emit();
  await overtaken(world, 3);
  expect(await stored()).not.toHaveProperty('timeouts');
  queued.length = 0;
  const event = await emit();
  await work();
  expect(received.map(({ headers }) => headers['service-event-id'])).toEqual([event.id]);
});

test('a delivery that fails at a former url after the change does not count for the new one [E21, E54]', async () => {
  const world = await hanging();
  const { emit, work, stored, deliveries, ctx } = world;
  ctx.resolver.resolve = () => Promise.reject(new Error('SERVFAIL'));
  await emit();
  for (let i = 0; i < 4; i++) await work();
  await overtaken(world, 1);
  expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 5 }]);
  expect(await stored()).not.toHaveProperty('failing_since');
});

test('what has waited for long enough fails with no probe of a former url, but is posted to the new one [E54, E66]', async () => {
  const world = await hanging();
  const { clock, emit, work, move, shortCircuit, received, deliveries, queued } = world;
  await shortCircuit();
  const event = await emit();
  await work();
  const [passedOver] = queued.splice(0);
  clock.advance(900_000);
  // The probe, and the pause that follows it.
  await emit();
  await work();
  queued.length = 0;
  await move();
  queued.push({ ...(passedOver as NonNullable<typeof passedOver>), delay_s: 0 });
  await work();
  expect(received.map(({ headers }) => headers['service-event-id'])).toEqual([event.id]);
  expect(await deliveries()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event_id: event.id, status: 'delivered', attempts: 1 }),
    ]),
  );
});

test('failures of a former url do not disable the new one [E21, E54]', async () => {
  const { ctx, clock, emit, workAll, call, path, stored } = await hanging();
  const endpoint = (await stored()) as WebhookEndpoint;
  await ctx.webhooks.countFailures(endpoint, 30, ctx.runtime.now() - 200_000_000);
  const fails = await receiver((_, response) => response.writeHead(500).end());
  await call('PATCH', path, { body: { url: fails.url } });
  clock.advance(100_000_000);
  await emit();
  await workAll();
  expect(await stored()).toMatchObject({ enabled: true, failing_count: 1 });
});

test.each([{ description: 'mine' }, { events: null }, { auto_replay: true }])(
  '%j leaves an endpoint that hangs or fails as it was noted [P9, E21]',
  async (body) => {
    const { shortCircuit, call, path, stored } = await hanging();
    await shortCircuit();
    const before = await stored();
    const same = before?.url;
    await call('PATCH', path, { body: { ...body, url: same } });
    const { timeouts, short_until, short_since } = before as NonNullable<typeof before>;
    expect(await stored()).toMatchObject({ timeouts, short_until, short_since });
  },
);

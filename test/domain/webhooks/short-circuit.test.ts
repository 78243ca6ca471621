import type { DeliveryMessage, WebhookMessage } from '../../../shared/domain/ports/webhooks.ts';
import { publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { receiver, stopReceivers } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { emitted, someEvent } from './emitted.ts';

afterEach(stopReceivers);

const late = Object.assign(new Error('late'), { name: 'LookupTimeout' });

/** An endpoint whose look-ups time out until `answers`; every attempt looks up, and is counted. */
async function hanging() {
  const { url } = await receiver();
  const { port } = new URL(url);
  const world = await emitted({}, `http://slow.test:${port}/`);
  const state = { answers: false, attempts: 0 };
  world.ctx.resolver.resolve = async () => {
    state.attempts++;
    if (!state.answers) throw late;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const publish = () =>
    publishEvents(world.ctx, world.account.id, [{ event: someEvent(), tenant: null, repeat: false }]);
  /** Works on every message that waits, as if its delay were over. */
  const workAll = async () => {
    const waiting = world.queued.splice(0);
    for (const { message } of waiting) await world.work({ message });
    return waiting;
  };
  return { ...world, state, publish, workAll };
}

test('after three time-outs in a row attempts are put back for a minute, and count as none [P9]', async () => {
  const world = await hanging();
  for (let i = 0; i < 3; i++) await world.publish();
  await world.workAll();
  expect(world.state.attempts).toBe(3);
  world.queued.splice(0);
  await world.publish();
  await world.workAll();
  expect(world.state.attempts).toBe(3);
  const [back] = world.queued;
  expect(back?.message).toMatchObject({ kind: 'delivery', attempt: 1, attempt_log: [] });
  expect(back?.delay_s).toBeGreaterThanOrEqual(59);
  expect(back?.delay_s).toBeLessThanOrEqual(66);
  expect(world.lines.join()).toContain('webhook_short_circuited');
  // The log of the others' deliveries shows the event's payload whether this one is sent or not.
  expect(world.payloads.size).toBe(5);
});

test('after the minute one probe goes; when it times out, too, the next minute begins [P9]', async () => {
  const world = await hanging();
  for (let i = 0; i < 4; i++) await world.publish();
  await world.workAll();
  world.advance(61_000);
  const before = world.state.attempts;
  await world.workAll();
  expect(world.state.attempts).toBe(before + 1);
  await world.workAll();
  expect(world.state.attempts).toBe(before + 1);
});

test('an answer ends it, and every event arrives once [P9]', async () => {
  const world = await hanging();
  for (let i = 0; i < 4; i++) await world.publish();
  await world.workAll();
  world.state.answers = true;
  for (let minute = 0; minute < 3; minute++) {
    world.advance(61_000);
    await world.workAll();
  }
  expect(world.queued).toEqual([]);
  expect([...world.rows.values()].map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  const [endpoint] = world.endpoints.values();
  expect(endpoint?.timeouts).toBeUndefined();
  expect(endpoint?.short_until).toBeUndefined();
});

test('time-outs that are not in a row open nothing [P9]', async () => {
  const world = await hanging();
  for (let i = 0; i < 4; i++) {
    world.state.answers = i % 2 === 1;
    await world.publish();
    const [, last] = [world.queued.splice(0, world.queued.length - 1), world.queued.splice(0)];
    for (const { message } of last) await world.work({ message });
  }
  const [endpoint] = world.endpoints.values();
  expect(endpoint?.short_until).toBeUndefined();
});

const deliveryOf = (queued: { message: WebhookMessage } | undefined) =>
  (queued?.message as DeliveryMessage | undefined)?.delivery_id ?? '';

test('two copies of a delivery that waits post once between them [E8, E66]', async () => {
  const world = await hanging();
  for (let i = 0; i < 3; i++) await world.publish();
  await world.workAll();
  world.queued.splice(0);
  await world.publish();
  await world.workAll();
  const [waiting] = world.queued.splice(0);
  world.state.answers = true;
  world.advance(61_000);
  const before = world.state.attempts;
  for (let copy = 0; copy < 2; copy++)
    await world.work({ message: structuredClone(waiting?.message as WebhookMessage) });
  expect(world.state.attempts).toBe(before + 1);
  expect(world.rows.get(deliveryOf(waiting))).toMatchObject({ status: 'delivered', attempts: 1 });
});

test('what is passed over is in the log at once, which shows when it is next looked at [E66]', async () => {
  const world = await hanging();
  for (let i = 0; i < 3; i++) await world.publish();
  await world.workAll();
  world.queued.splice(0);
  await world.publish();
  await world.workAll();
  const [back] = world.queued;
  const row = world.rows.get(deliveryOf(back));
  expect(row).toMatchObject({ status: 'pending', attempts: 0, last_error: null, attempt_log: [] });
  const looked_at = world.ctx.runtime.now() + (back?.delay_s ?? 0) * 1000;
  expect(Math.abs(Date.parse(row?.next_attempt_at ?? '') - looked_at)).toBeLessThan(2_000);
});

test('while a probe a minute fails a delivery waits 15 minutes at most; then the probes are its attempts, and it fails [E66]', async () => {
  const world = await hanging();
  for (let i = 0; i < 4; i++) await world.publish();
  await world.workAll();
  // The last one of the endpoint has waited; those before it probe.
  const [passedOver] = world.queued.splice(-1);
  world.queued.splice(0);
  let mine = passedOver;
  const started = world.ctx.runtime.now();
  const counted: number[] = [];
  while (mine !== undefined) {
    const due = world.ctx.runtime.now() + mine.delay_s * 1000;
    while (world.ctx.runtime.now() < due) {
      world.advance(Math.min(70_000, due - world.ctx.runtime.now()));
      await world.publish();
      await world.workAll();
      world.queued.splice(0);
    }
    const before = world.state.attempts;
    await world.work({ message: mine.message });
    expect(world.state.attempts).toBe(before);
    mine = world.queued.shift();
    if (mine?.message.kind === 'delivery' && mine.message.attempt > counted.length + 1)
      counted.push(world.ctx.runtime.now() - started);
  }
  const delivery_id = deliveryOf(passedOver);
  const row = world.rows.get(delivery_id);
  expect(row).toMatchObject({ status: 'failed', attempts: 5, last_error: 'timeout', next_attempt_at: null });
  expect(row?.attempt_log.map(({ error, duration_ms }) => [error, duration_ms])).toEqual(
    Array(5).fill(['timeout', 0]),
  );
  expect(counted[0]).toBeLessThanOrEqual(900_000 + 5_000);
  expect(world.ctx.runtime.now() - started).toBeLessThan(3_600_000);
  expect(world.failed.has(delivery_id)).toBe(true);
});

test('a delivery that waited and finds no probe made is the probe [E66]', async () => {
  const world = await hanging();
  for (let i = 0; i < 4; i++) await world.publish();
  await world.workAll();
  const [passedOver] = world.queued.splice(-1);
  world.queued.splice(0);
  const before = world.state.attempts;
  world.advance((passedOver?.delay_s ?? 0) * 1000);
  await world.work({ message: passedOver?.message });
  expect(world.state.attempts).toBe(before + 1);
});

describe('an attempt whose answer is late [E66]', () => {
  /** An endpoint whose first attempt waits until it is let go; the seconds before it counts as late are over at once. */
  async function slow() {
    const world = await hanging();
    let letGo = () => {};
    const waits = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    world.state.answers = true;
    const { resolve } = world.ctx.resolver;
    world.ctx.resolver.resolve = async (...input) => {
      if (world.state.attempts === 0) {
        world.state.attempts++;
        await waits;
      }
      return resolve(...input);
    };
    world.ctx.runtime.sleep = async () => {};
    await world.publish();
    const [first, second] = world.queued.splice(0);
    const working = world.work({ message: first?.message });
    await until(async () => world.endpoints.get(world.endpoint.id)?.slow_until !== undefined, {
      what: 'the note that it is late',
    });
    return { ...world, second, working, letGo: () => letGo() };
  }

  test('keeps others from joining it for seconds, and its answer lets them through', async () => {
    const world = await slow();
    await world.work({ message: world.second?.message });
    expect(world.state.attempts).toBe(1);
    const [back] = world.queued.splice(0);
    expect(back?.delay_s).toBeLessThanOrEqual(4);
    world.letGo();
    await world.working;
    expect(world.endpoints.get(world.endpoint.id)?.slow_until).toBeUndefined();
    await world.work({ message: back?.message });
    expect([...world.rows.values()].map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  test('is forgotten when its time is over, whatever became of its worker', async () => {
    const world = await slow();
    world.advance(10_001);
    await world.work({ message: world.second?.message });
    expect([...world.rows.values()].map(({ status }) => status)).toEqual(['delivered']);
    world.letGo();
    await world.working;
  });
});

import { publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { receiver, stopReceivers } from '../../support/receiver.ts';
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

test('P9: after three time-outs in a row attempts are put back for a minute, and count as none', async () => {
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

test('P9: after the minute one probe goes; when it times out, too, the next minute begins', async () => {
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

test('P9: an answer ends it, and every event arrives once', async () => {
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

test('P9: time-outs that are not in a row open nothing', async () => {
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

test('P9: what is put back again and again waits up to 15 minutes', async () => {
  const world = await hanging();
  for (let i = 0; i < 3; i++) await world.publish();
  await world.workAll();
  world.queued.splice(0);
  await world.publish();
  const delays: number[] = [];
  for (let i = 0; i < 6; i++) {
    const [first] = await world.workAll();
    delays.push(first?.delay_s ?? -1);
  }
  expect(delays.slice(1).every((delay, i) => delay >= (delays[i] ?? 0))).toBe(true);
  expect(Math.max(...delays)).toBeLessThanOrEqual(900);
  expect(delays.at(-1)).toBeGreaterThan(800);
});

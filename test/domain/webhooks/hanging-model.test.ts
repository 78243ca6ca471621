import { setImmediate as idle } from 'node:timers/promises';
import type { Delivery } from '../../../shared/core/records/webhooks.ts';
import type { DeliveryStore, WebhookMessage, WebhookStore } from '../../../shared/domain/ports/webhooks.ts';
import { attemptMemory } from '../../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { memoryWebhooks } from '../../support/memory-webhooks.ts';
import { cases } from '../../support/whole.ts';
import { someEvent } from './emitted.ts';

const hour = 3_600_000;
const events_an_hour = cases(1_000, 20);
const every_ms = hour / events_an_hour;
const began = Date.parse('2026-01-01T00:00:00Z');

/** What happens by the model's clock, in its order: messages become due, attempts time out. */
function timetable() {
  let now = began;
  const minutes = new Map<number, Map<number, (() => void)[]>>();
  const at = (ms: number, run: () => void) => {
    const time = Math.max(now, Math.ceil(ms / 400) * 400);
    const slot = Math.floor(time / 60_000);
    const times = minutes.get(slot) ?? new Map<number, (() => void)[]>();
    minutes.set(slot, times);
    times.set(time, [...(times.get(time) ?? []), run]);
  };
  const next = async (): Promise<boolean> => {
    const slot = Math.floor(now / 60_000);
    const times = minutes.get(slot);
    const time = times && Math.min(...times.keys());
    if (times === undefined || time === undefined || time === Number.POSITIVE_INFINITY) {
      minutes.delete(slot);
      if (minutes.size === 0) return false;
      now = (slot + 1) * 60_000;
      return true;
    }
    now = time;
    const runs = times.get(time) ?? [];
    times.delete(time);
    for (const run of runs) run();
    await idle();
    return true;
  };
  return { now: () => now, at, next };
}

/** Counts the calls that write. */
function counting<Store extends WebhookStore | DeliveryStore>(
  store: Store,
  names: (keyof Store)[],
  count: (n: number) => void,
) {
  for (const name of names) {
    const write = store[name] as (...input: unknown[]) => Promise<unknown>;
    store[name] = ((...input: unknown[]) => {
      // A final failure writes a second row.
      count((input[0] as Delivery).status === 'failed' ? 2 : 1);
      return write(...input);
    }) as Store[keyof Store];
  }
}

/** One endpoint that gives no answer, so many events an hour, and workers enough. */
function hangingWorld() {
  const clock = timetable();
  const world = memoryWebhooks({ now: clock.now });
  const endpoint = world.addEndpoint('http://slow.test/');
  world.ctx.log = { info: () => {}, warn: () => {}, error: () => {} };
  const memory = attemptMemory();
  const counts = {
    receives: 0,
    posts: 0,
    log_writes: 0,
    endpoint_writes: 0,
    payload_writes: 0,
    waiting: 0,
    longest_delay_s: 0,
  };
  const ended = new Map<string, number>();
  world.ctx.resolver.resolve = () => {
    counts.posts++;
    const late = Object.assign(new Error('late'), { name: 'LookupTimeout' });
    return new Promise((_, reject) => clock.at(clock.now() + 10_000, () => reject(late)));
  };
  world.ctx.runtime.sleep = (ms) => new Promise((resolve) => clock.at(clock.now() + ms, resolve));
  counting(world.ctx.deliveries, ['record'], (n) => {
    counts.log_writes += n;
  });
  counting(world.ctx.deliveries, ['putPayload'], (n) => {
    counts.payload_writes += n;
  });
  const ofEndpoint = ['countFailures', 'countTimeout', 'setShort', 'setSlow', 'disable'] as const;
  counting(world.ctx.webhooks, [...ofEndpoint], (n) => {
    counts.endpoint_writes += n;
  });
  const { record } = world.ctx.deliveries;
  world.ctx.deliveries.record = async (row, options) => {
    if (row.status !== 'pending') ended.set(row.id, clock.now());
    return record(row, options);
  };
  const receive = async (message: WebhookMessage) => {
    counts.receives++;
    counts.waiting--;
    await world.work({ message, memory });
  };
  world.ctx.queues.webhooks = async (messages, delay_s = 0) => {
    counts.longest_delay_s = Math.max(counts.longest_delay_s, delay_s);
    counts.waiting += messages.length;
    for (const message of messages) clock.at(clock.now() + delay_s * 1000, () => void receive(message));
  };
  const publish = () => {
    const event = someEvent({ created_at: new Date(clock.now()).toISOString() });
    void publishEvents(world.ctx, world.account.id, [{ event, tenant: null, repeat: false }]);
  };
  return { ...world, clock, endpoint, counts, ended, publish };
}

test('E66: three days of events to an endpoint that hangs: bounded work, each delivery ends within an hour, and it is disabled', async () => {
  const world = hangingWorld();
  const { clock, counts, rows, ended } = world;
  const state = () => world.endpoints.get(world.endpoint.id);
  const publishUntilDisabled = () => {
    if (!state()?.enabled) return;
    world.publish();
    clock.at(clock.now() + every_ms, publishUntilDisabled);
  };
  publishUntilDisabled();
  let most_waiting = 0;
  let disabled_after_h = 0;
  while (await clock.next()) {
    most_waiting = Math.max(most_waiting, counts.waiting);
    if (disabled_after_h === 0 && !state()?.enabled) disabled_after_h = (clock.now() - began) / hour;
  }
  const events = rows.size;
  const waits = [...rows.values()].map(
    ({ id, created_at }) => (ended.get(id) ?? Number.NaN) - Date.parse(created_at),
  );
  const longest_min = Math.max(...waits) / 60_000;
  process.stderr.write(
    `${JSON.stringify({ events, ...counts, most_waiting, longest_min, disabled_after_h })}\n`,
  );
  expect(events).toBeGreaterThan(72 * events_an_hour);
  expect([...new Set([...rows.values()].map(({ status }) => status))]).toEqual(['failed']);
  expect(longest_min).toBeLessThan(60);
  expect(disabled_after_h).toBeGreaterThan(72);
  expect(disabled_after_h).toBeLessThan(73);
  expect(world.mails).toHaveLength(1);
  expect(counts.longest_delay_s).toBeLessThanOrEqual(900);
  expect(counts.receives / events).toBeLessThan(10);
  expect(counts.log_writes / events).toBeLessThan(11);
  // One probe a minute, and the first attempts.
  expect(counts.posts).toBeLessThan(73 * 60 + 10);
});

import { shardPace } from '../../shared/store/shard-pace.ts';
import { slotStore } from '../../shared/store/slots.ts';
import { testClock } from '../support/api.ts';
import { tableOfOwn } from '../support/own-table.ts';

/** Processes that share one rate. */
function processes(count: number) {
  const clock = testClock();
  clock.hold();
  const table = tableOfOwn();
  const stores = Array.from({ length: count }, () => slotStore(table, clock.runtime));
  return { clock, stores, now: clock.runtime.now() };
}

const many = (take: () => ReturnType<ReturnType<typeof slotStore>['take']>, count: number) =>
  Promise.all(Array.from({ length: count }, take));

test('processes together take slots at the rate, and none beyond what lies ahead [P16]', async () => {
  const { stores, now } = processes(5);
  const answers = (
    await Promise.all(
      stores.map((store) => many(() => store.take({ rate: 10, want: 1, ahead_ms: 1000 }), 10)),
    )
  ).flat();
  const slots = answers.flatMap((answer) => ('slot' in answer ? [answer.slot] : [])).sort((a, b) => a - b);
  // Half a second of credit, and a second ahead.
  expect(slots).toHaveLength(16);
  expect(slots[0]).toBe(now - 500);
  for (const [i, slot] of slots.slice(1).entries()) expect(slot - (slots[i] ?? 0)).toBeCloseTo(100, 5);
  const refused = answers.filter((answer) => 'again_at' in answer);
  for (const answer of refused) expect('again_at' in answer && answer.again_at).toBeGreaterThan(now - 100);
});

test('bulk finds a slot only where single emails leave one [P16]', async () => {
  const { clock, stores, now } = processes(2);
  const [one, other] = stores;
  if (!one || !other) throw new Error('no stores');
  await many(() => one.take({ rate: 10, want: 1, ahead_ms: 600 }), 20);
  expect(await other.take({ rate: 10, want: 1, ahead_ms: 300 })).toHaveProperty('again_at');
  expect(await other.take({ rate: 10, want: 1, ahead_ms: 1000 })).toHaveProperty('slot');
  clock.advance(2000);
  expect(await other.take({ rate: 10, want: 1, ahead_ms: 300 })).toEqual({ slot: now + 1500 });
});

test('a time that a wrong clock wrote is replaced by the last that may be taken [Q64]', async () => {
  const { clock, stores, now } = processes(2);
  const [wrong, right] = stores;
  if (!wrong || !right) throw new Error('no stores');
  clock.advance(3_600_000);
  await wrong.take({ rate: 1, want: 1, ahead_ms: 600 });
  clock.advance(-3_600_000);
  expect(await right.take({ rate: 1, want: 1, ahead_ms: 600 })).toEqual({ slot: now + 600 });
});

/** A clock that sleeping advances. Sleepers wake in the order of their wake times. */
function sleepers() {
  let at = 1_000_000;
  const waiting: { until: number; wake: () => void }[] = [];
  const sleep = (ms: number) =>
    new Promise<void>((wake) => void waiting.push({ until: at + ms, wake: () => wake() }));
  const run = async (all: Promise<unknown>) => {
    let done = false;
    void all.then(() => {
      done = true;
    });
    while (!done) {
      await new Promise((tick) => setImmediate(tick));
      waiting.sort((one, other) => one.until - other.until);
      const first = waiting.shift();
      if (first === undefined) continue;
      at = Math.max(at, first.until);
      first.wake();
    }
  };
  return { now: () => at, sleep, run };
}

test('at most 450 writes per key start in any second, however many are requested at once [M68, P23]', async () => {
  const { now, sleep, run } = sleepers();
  const pace = shardPace({ now, sleep });
  const begun: number[] = [];
  const worker = async () => {
    for (let i = 0; i < 100; i++) {
      await pace('shard');
      begun.push(now());
    }
  };
  await run(Promise.all(Array.from({ length: 16 }, worker)));
  const busiest = Math.max(
    ...begun.map((from) => begun.filter((at) => at >= from && at < from + 1000).length),
  );
  expect(busiest).toBeLessThanOrEqual(451);
  expect(busiest).toBeGreaterThan(390);
  expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(3_800);
});

test('keys do not wait for each other [M68]', async () => {
  const { now, sleep } = sleepers();
  const pace = shardPace({ now, sleep });
  const began = now();
  for (let i = 0; i < 450; i++) await pace(`shard ${i % 10}`);
  expect(now()).toBe(began);
});

import { shardPace } from '../../shared/store/shard-pace.ts';

/** A clock that a sleep moves: sleepers wake in the order of their times. */
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

test('at most 450 writes of one key begin in any second, whoever wants how many at once [M68, P23]', async () => {
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

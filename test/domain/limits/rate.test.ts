import { setImmediate as nextTick } from 'node:timers/promises';
import type { Account } from '../../../shared/core/records/accounts.ts';
import { systemRuntime } from '../../../shared/core/runtime.ts';
import type { Base, Rates } from '../../../shared/domain/context.ts';
import { rateBuckets } from '../../../shared/domain/limits/rate.ts';
import { rateStore } from '../../../shared/store/rates.ts';
import type { Table } from '../../../shared/store/table.ts';
import { collectLog } from '../../support/log.ts';
import { modelTable } from '../../support/memory-table/memory-table.ts';
import { seeded } from '../../support/seeded.ts';

/** Processes over one bucket, each of which serves one request at a time, as Lambda's do. */
function processes(count: number, rate: number) {
  let now = 1_800_000_000_000;
  const writes = new Map<string, number>();
  const runtime = { ...systemRuntime(() => now), sleep: async () => nextTick(), random: seeded(24) };
  const { table: memory } = modelTable(runtime);
  const table: Table = {
    ...memory,
    update: (key, ...input) => {
      writes.set(key.pk, (writes.get(key.pk) ?? 0) + 1);
      return memory.update(key, ...input);
    },
  };
  const account = {
    id: 'acc_1',
    plan: 'dedicated',
    requests_per_second: rate,
    limits: {},
  } as unknown as Account;
  const { log } = collectLog();
  const takes = Array.from({ length: count }, () =>
    rateBuckets({ runtime, log, rates: rateStore(table, runtime) } as unknown as Base & Rates),
  );
  return {
    /** One request of a process; whether it passed. */
    request: async (process: number): Promise<boolean> =>
      (await takes[process % count]?.(account, 'send'))?.retry_after === null,
    advance: (ms: number) => {
      now += ms;
    },
    /** The writes to the key that got most. */
    writes: () => Math.max(...writes.values()),
  };
}

const passed = (results: boolean[]) => results.filter(Boolean).length;

/** Requests of all processes at once, `rounds` times: nobody has two under way. */
async function burst(world: ReturnType<typeof processes>, count: number, rounds: number): Promise<number> {
  let total = 0;
  for (let round = 0; round < rounds; round++)
    total += passed(await Promise.all(Array.from({ length: count }, (_, i) => world.request(i))));
  return total;
}

test.each([50, 250, 1_000])(
  '%i a second: 100 processes with one request each pass the whole burst, and not one more [P24]',
  async (rate) => {
    const world = processes(100, rate);
    expect(await burst(world, 100, (2 * rate) / 100)).toBe(2 * rate);
    expect(await burst(world, 100, 1)).toBe(0);
    world.advance(2_000);
    expect(await burst(world, 100, (2 * rate) / 100)).toBe(2 * rate);
  },
);

/** Demand of `share` of the rate for so long, by processes at random; what passed in each step of 50 ms. */
async function demand(world: ReturnType<typeof processes>, rate: number, share: number, seconds: number) {
  const steps: number[] = [];
  for (let step = 0; step < seconds * 20; step++) {
    const order = Array.from({ length: 100 }, (_, i) => ({ i, key: Math.random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ i }) => i);
    const count = (rate * share) / 20;
    let total = 0;
    for (let done = 0; done < count; done += 100) {
      const now = order.slice(0, Math.min(100, count - done));
      total += passed(await Promise.all(now.map(world.request)));
    }
    steps.push(total);
    world.advance(50);
  }
  return steps;
}

const most = (steps: number[], window: number) =>
  Math.max(...steps.map((_, i) => steps.slice(i, i + window).reduce((sum, one) => sum + one, 0)));

test.each([100, 500])(
  '%i a second asked for twice as much: over any ten seconds at most burst + 10 x rate + 1 % [P24]',
  async (rate) => {
    const world = processes(100, rate);
    const steps = await demand(world, rate, 2, 15);
    const limit = 2 * rate + 10 * rate;
    expect(most(steps, 200)).toBeLessThanOrEqual(limit * 1.01);
    // Nothing that the rate allows is refused for long.
    expect(most(steps, 200)).toBeGreaterThanOrEqual(limit * 0.95);
  },
);

test('at its rate of 1,000 a second no key takes more than 500 writes a second [P24]', async () => {
  const rate = 1_000;
  const world = processes(100, rate);
  const steps = await demand(world, rate, 1, 5);
  expect(steps.reduce((sum, one) => sum + one, 0)).toBe(5 * rate);
  expect(world.writes() / 5).toBeLessThanOrEqual(500);
});

test.each([200, 1_000])('nor at ten times its rate of %i a second [P24]', async (rate) => {
  const world = processes(100, rate);
  await burst(world, 100, (2 * rate) / 100);
  const before = world.writes();
  const steps = await demand(world, rate, 10, 10);
  expect(steps.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(rate * 9);
  expect((world.writes() - before) / 10).toBeLessThanOrEqual(500);
});

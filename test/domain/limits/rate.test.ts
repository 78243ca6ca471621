import { setImmediate as nextTick } from 'node:timers/promises';
import type { Account } from '../../../shared/core/records/accounts.ts';
import { systemRuntime } from '../../../shared/core/runtime.ts';
import type { Base, Rates } from '../../../shared/domain/context.ts';
import { leaseSize } from '../../../shared/domain/limits/lease-size.ts';
import { rateBuckets } from '../../../shared/domain/limits/rate.ts';
import { collectLog } from '../../support/log.ts';

/** Processes over one bucket, as the table keeps it; each serves one request at a time, as Lambda's do. */
function processes(count: number, rate: number) {
  let now = 1_800_000_000_000;
  let tat = 0;
  let writes = 0;
  const rates = {
    lease: async (_: object, { want, least }: { want: number; least: number }) => {
      writes++;
      await nextTick();
      const step = 1000 / rate;
      const left = Math.floor((2 * rate * step - Math.max(0, tat - now)) / step + 1e-3);
      const granted = Math.max(Math.min(least, left), Math.min(want, Math.floor(left / 100)));
      if (granted > 0) tat = Math.max(tat, now) + granted * step;
      return { granted, tat };
    },
  };
  const ctx = { runtime: systemRuntime(() => now), log: collectLog().log, rates } as unknown as Base & Rates;
  const account = {
    id: 'acc_1',
    plan: 'dedicated',
    requests_per_second: rate,
    limits: {},
  } as unknown as Account;
  const takes = Array.from({ length: count }, () => rateBuckets(ctx));
  return {
    /** One request of a process; whether it passed. */
    request: async (process: number): Promise<boolean> =>
      (await takes[process % count]?.(account, 'send'))?.retry_after === null,
    advance: (ms: number) => {
      now += ms;
    },
    writes: () => writes,
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

test.each([50, 200, 250, 1_000])(
  'P24: %i a second: 100 processes with one request each pass the whole burst, and not one more',
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

test.each([100, 250, 1_000])(
  'P24: %i a second asked for twice as much: over any ten seconds at most burst + 10 x rate + 1 %',
  async (rate) => {
    const world = processes(100, rate);
    const steps = await demand(world, rate, 2, 15);
    const limit = 2 * rate + 10 * rate;
    expect(most(steps, 200)).toBeLessThanOrEqual(limit * 1.01);
    // Nothing that the rate allows is refused for long.
    expect(most(steps, 200)).toBeGreaterThanOrEqual(limit * 0.95);
  },
);

test('P24: what processes leased and did not spend within a second does not come on top', async () => {
  const rate = 1_000;
  const world = processes(100, rate);
  let total = await burst(world, 100, 12);
  world.advance(900);
  total += await burst(world, 100, 60);
  for (let second = 0; second < 9; second++) {
    world.advance(1_000);
    total += await burst(world, 100, 15);
  }
  expect(total).toBeLessThanOrEqual((2 * rate + 9.9 * rate) * 1.01);
});

test('P24: at its rate of 1,000 a second one key takes at most 500 writes a second', async () => {
  const rate = 1_000;
  const world = processes(100, rate);
  const steps = await demand(world, rate, 1, 10);
  expect(steps.reduce((sum, one) => sum + one, 0)).toBe(10 * rate);
  expect(world.writes() / 10).toBeLessThanOrEqual(500);
});

test.each([
  ['one token up to 200 a second', { size: 1, used_ms: 1 }, 200, 1],
  ['doubled while it is used up fast', { size: 4, used_ms: 10 }, 1000, 8],
  ['no more than 120 ms of what the process spends', { size: 4, used_ms: 200 }, 1000, 3],
  ['one after a second without a request', { size: 8, used_ms: 1_001 }, 1000, 1],
])('P24: a lease is %s', (_, last, rate, expected) => {
  expect(leaseSize(last, rate)).toBe(expected);
});

test('P24: a bucket that stays empty is asked ever less often', async () => {
  const rate = 200;
  const world = processes(100, rate);
  await burst(world, 100, 4);
  const before = world.writes();
  const steps = await demand(world, rate, 10, 10);
  expect(steps.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(rate * 9);
  expect((world.writes() - before) / 10).toBeLessThanOrEqual(500);
});

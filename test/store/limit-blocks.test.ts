import * as fc from 'fast-check';
import type { Stream } from '../../shared/core/ramp.ts';
import type { CountedLimit } from '../../shared/core/records/limits.ts';
import { type Runtime, systemRuntime } from '../../shared/core/runtime.ts';
import { writeCountedSend } from '../../shared/store/counted-write.ts';
import { blockStore, countsAhead } from '../../shared/store/counts-ahead.ts';
import { endOldBlocks } from '../../shared/store/limit-blocks.ts';
import { withItem } from '../../shared/store/limit-counts.ts';
import { type Key, keys } from '../../shared/store/schema.ts';
import type { Table } from '../../shared/store/table.ts';
import { idOf } from '../support/ids.ts';
import { testTable } from '../support/table.ts';

const shared = testTable();
const day = '2026-11-21';

/** A process: its own view of the table, which counts what it writes of one item, and may be gone. */
function processOf(key: Key) {
  let writes = 0;
  const table: Table = {
    ...shared,
    update: (at, ...input) => {
      if (at.pk === key.pk && at.sk === key.sk) writes++;
      return shared.update(at, ...input);
    },
  };
  return { table, writes: () => writes };
}

type Sent = 'accepted' | 'refused' | 'lost' | 'limit';

/** A busy limit of a plan's day or a tenant's day, of which `used` is used, and processes that send on it. */
async function limited({ kind, most, used, processes = 3 }: Setup) {
  let at = Date.parse(`${day}T10:00:00.000Z`);
  const runtime: Runtime = { ...systemRuntime(() => at), sleep: async () => {} };
  const clock = {
    advance: (ms: number) => {
      at += ms;
    },
  };
  const owner = kind === 'plan' ? runtime.id('acc') : runtime.id('ten');
  const key = keys.limit(owner, kind);
  const start =
    kind === 'plan'
      ? { day, day_used: used, month: day.slice(0, 7), month_used: used }
      : { day, stage: 9, transactional: used, product: 0, total: used };
  await shared.put({ ...key, ...start });
  const item = async () => (await shared.get(key, { consistent: true })) ?? key;
  const limitOf = async (recipients: number, stream: Stream): Promise<CountedLimit> => {
    const base =
      kind === 'plan'
        ? { owner: idOf('acc', owner), kind, recipients, day_limit: most, month_limit: 20 * most }
        : { owner: idOf('ten', owner), kind, recipients, stream, daily_limit: most };
    return withItem(base as CountedLimit, { ...(await item()) });
  };
  const newProcess = async () => {
    const made = processOf(key);
    const limit = await limitOf(1, 'transactional');
    const busy = () => countsAhead({ table: made.table, runtime }).noteConflict([limit]);
    busy();
    return { ...made, busy };
  };
  const alive = await Promise.all(Array.from({ length: processes }, newProcess));
  /** `fate`: what becomes of the deciding write, or of the process before it is made. */
  const send = async (
    { table }: { table: Table },
    { n, stream = 'transactional', fate = 'accepted' }: { n: number; stream?: Stream; fate?: Sent },
  ): Promise<Sent> => {
    const limit = await limitOf(n, stream);
    const write = async ({
      exceeded,
      counts,
    }: {
      exceeded: unknown[];
      counts: Parameters<Table['transact']>[0];
    }) => {
      if (exceeded.some((one) => one !== null)) return 'limit';
      if (fate === 'lost') throw new Error('the process died');
      if (fate === 'accepted' && counts.length > 0) await table.transact(counts);
      return fate;
    };
    const sent = writeCountedSend({ table, runtime }, [limit], write, (result) => result === 'accepted');
    return sent.catch((error) => {
      if ((error as Error).message === 'the process died') return 'lost';
      throw error;
    });
  };
  const counted = async () => {
    const {
      total,
      day_used,
      held = 0,
      held_transactional = 0,
      held_product = 0,
    } = (await item()) as unknown as Record<string, number>;
    return {
      counted: Number(total ?? day_used),
      held: Number(held) + Number(held_transactional) + Number(held_product),
    };
  };
  const endAll = async () => {
    clock.advance(5_001);
    await Promise.all(alive.map(({ table }) => endOldBlocks(blockStore({ table, runtime }))));
  };
  return { clock, runtime, alive, newProcess, send, counted, endAll, item };
}

type Setup = { kind: 'plan' | 'tenant'; most: number; used: number; processes?: number };

const steps = fc.array(
  fc.record({
    wait: fc.constantFrom(0, 0, 0, 50, 700, 5_500),
    sends: fc.array(
      fc.record({
        process: fc.nat(2),
        n: fc.constantFrom(1, 1, 1, 2, 5, 50),
        stream: fc.constantFrom<Stream>('transactional', 'product'),
        fate: fc.constantFrom<Sent>('accepted', 'accepted', 'accepted', 'refused', 'lost'),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    dies: fc.option(fc.nat(2), { freq: 8 }),
  }),
  { maxLength: 12 },
);

const setups = fc.record({
  kind: fc.constantFrom('plan' as const, 'tenant' as const),
  most: fc.integer({ min: 10_001, max: 40_000 }),
  left: fc.constantFrom(60, 250, 600, 10_000),
});

test('A4, Q9: whatever processes do, a limit is never passed, and blocks hide at most 0.5 % of it', async () => {
  await fc.assert(
    fc.asyncProperty(setups, steps, async ({ kind, most, left }, run) => {
      const used = most - left;
      const { clock, alive, newProcess, send, counted, endAll } = await limited({ kind, most, used });
      const mostHeld = Math.floor(most * 0.005);
      let [accepted, lost, dead] = [0, 0, false];
      for (const { wait, sends, dies } of run) {
        clock.advance(wait);
        for (const { busy } of alive) busy();
        const results = await Promise.all(
          sends.map(async ({ process, ...one }) => {
            const target = alive[process];
            if (target === undefined) throw new Error('no process');
            return { n: one.n, sent: await send(target, one) };
          }),
        );
        for (const { n, sent } of results) {
          if (sent === 'accepted') accepted += n;
          if (sent === 'lost') lost += n;
        }
        const now = await counted();
        expect(now.counted).toBeLessThanOrEqual(most);
        expect(now.counted).toBeGreaterThanOrEqual(used + accepted);
        expect(now.counted).toBeLessThanOrEqual(used + accepted + lost + mostHeld);
        expect(now.held).toBeLessThanOrEqual(mostHeld);
        const largest = Math.max(...results.map(({ n, sent }) => (sent === 'limit' ? n : 0)));
        if (largest > 0) expect(now.counted + 50).toBeGreaterThan(most - mostHeld - 12 * 50);
        if (dies !== null) {
          alive[dies] = await newProcess();
          dead = true;
        }
      }
      await endAll();
      const end = await counted();
      expect(end.held === 0 || dead).toBe(true);
      if (!dead) expect(end.counted).toBe(used + accepted + lost);
    }),
    { numRuns: 25 },
  );
}, 180_000);

test('A4: up to 10,000 nothing is leased: each send is counted by itself', async () => {
  const { alive, send, item } = await limited({ kind: 'tenant', most: 10_000, used: 0, processes: 1 });
  const [one] = alive;
  if (one === undefined) throw new Error('no process');
  for (let i = 0; i < 30; i++) await send(one, { n: 1 });
  expect([one.writes(), await item()]).toMatchObject([30, { total: 30 }]);
  expect(((await item()) as unknown as Record<string, unknown>).held_transactional ?? 0).toBe(0);
});

test('A4: a send that is refused while its own process holds a block takes what the block has left', async () => {
  const { alive, send, counted, clock } = await limited({
    kind: 'plan',
    most: 20_000,
    used: 19_000,
    processes: 1,
  });
  const [one] = alive;
  if (one === undefined) throw new Error('no process');
  for (let i = 0; i < 40; i++) await send(one, { n: 1 });
  const { held } = await counted();
  expect(held).toBeGreaterThan(1);
  for (let n = 960; n > 0; n -= 48) expect(await send(one, { n: 48 })).toBe('accepted');
  expect(await counted()).toEqual({ counted: 20_000, held: 0 });
  expect(await send(one, { n: 1 })).toBe('limit');
  clock.advance(6_000);
  expect(await counted()).toEqual({ counted: 20_000, held: 0 });
});

test('A4: a block ends with its UTC day, and the month gets back what it has left', async () => {
  const { alive, send, item, clock, runtime, endAll } = await limited({
    kind: 'plan',
    most: 50_000,
    used: 7,
    processes: 1,
  });
  const [one] = alive;
  if (one === undefined) throw new Error('no process');
  clock.advance(Date.parse(`${day}T23:59:59.000Z`) - runtime.now());
  one.busy();
  for (let i = 0; i < 20; i++) await send(one, { n: 1 });
  expect(Number(((await item()) as unknown as Record<string, unknown>).held)).toBeGreaterThan(1);
  clock.advance(1_500);
  expect(await send(one, { n: 1 })).toBe('accepted');
  await endAll();
  expect(await item()).toMatchObject({ day: '2026-11-22', day_used: 1, month_used: 28, held: 0 });
});

test('A4, P23: of 1,000 sends a second by 100 processes a large limit takes fewer than 500 writes a second', async () => {
  const { alive, send, counted, clock, endAll } = await limited({
    kind: 'tenant',
    most: 500_000,
    used: 100,
    processes: 100,
  });
  const writes = () => alive.reduce((sum, one) => sum + one.writes(), 0);
  let before = 0;
  for (let ms = 0; ms < 3_000; ms += 100) {
    if (ms === 2_000) before = writes();
    for (let i = 0; i < 100; i += 10)
      await Promise.all(alive.slice(i, i + 10).map((one) => send(one, { n: 1 })));
    clock.advance(100);
  }
  const [last] = [writes() - before];
  expect(last).toBeLessThan(250);
  await endAll();
  expect(await counted()).toEqual({ counted: 3_100, held: 0 });
}, 60_000);

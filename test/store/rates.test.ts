import { type Id, systemRuntime } from '../../shared/core/runtime.ts';
import { rateStore } from '../../shared/store/rates.ts';
import { keys } from '../../shared/store/schema.ts';
import { testTable } from '../support/table.ts';

const runtime = systemRuntime();
const table = testTable();
const now = Date.now();
const newBucket = () => ({ account: runtime.id('acc'), name: 'scheduled', rate: 4 });

/** The stored moment at which a bucket is full; null: it was not used. */
const tatOf = async ({ account, name }: { account: Id<'acc'>; name: string }) =>
  ((await table.get(keys.rate(account, name)))?.tat as number | undefined) ?? null;

test('Q16: slots of one bucket never overlap, in any number of processes', async () => {
  const bucket = newBucket();
  const processes = Array.from({ length: 4 }, () => rateStore(table, runtime));
  const wants = Array.from({ length: 40 }, (_, i) => 1 + (i % 3));
  const slots = await Promise.all(
    wants.map(async (want, i) => {
      const from = await processes[i % 4]?.reserve(bucket, { want, now });
      return { from: from ?? Number.NaN, want };
    }),
  );
  slots.sort((a, b) => a.from - b.from);
  let free = now;
  for (const { from, want } of slots) {
    expect(from).toBeCloseTo(free, 3);
    free = from + want * 250;
  }
  expect(await tatOf(bucket)).toBeCloseTo(free, 3);
});

test('a bucket that was idle begins at now; concurrent reservations of one process are one write', async () => {
  const bucket = newBucket();
  let writes = 0;
  const counted = rateStore(
    {
      ...table,
      update: (...input) => {
        writes++;
        return table.update(...input);
      },
    },
    runtime,
  );
  const ten = Array.from({ length: 10 }, () => counted.reserve(bucket, { want: 1, now }));
  expect(await Promise.all(ten)).toEqual(Array.from({ length: 10 }, (_, i) => now + i * 250));
  expect(writes).toBe(1);
  expect(await counted.reserve(bucket, { want: 1, now: now + 60_000 })).toBe(now + 60_000);
  expect(await tatOf(newBucket())).toBeNull();
});

test('Q64: a clock that is an hour ahead takes from its own time and locks no one else', async () => {
  const bucket = { account: runtime.id('acc'), name: 'send', rate: 10, burst: 20 };
  const [ahead, right] = [rateStore(table, runtime), rateStore(table, runtime)];
  const hour_ms = 3_600_000;
  expect((await ahead.lease(bucket, { want: 20, least: 20, now: now + hour_ms, tat: null })).granted).toBe(
    20,
  );
  // Read as a bucket that is empty just now, and full again after two seconds.
  const first = await right.lease(bucket, { want: 1, least: 1, now, tat: null });
  expect(first).toEqual({ granted: 0, tat: now + 2_000 });
  const second = await right.lease(bucket, { want: 1, least: 1, now: now + 100, tat: first.tat });
  expect(second).toEqual({ granted: 1, tat: now + 2_100 });
  // Also while the wrong clock goes on.
  await ahead.lease(bucket, { want: 1, least: 1, now: now + hour_ms + 200, tat: null });
  const third = await right.lease(bucket, { want: 5, least: 5, now: now + 700, tat: second.tat });
  expect(third.granted).toBe(5);
  expect(await tatOf(bucket)).toBeCloseTo(now + 2_600, 3);
});

test('Q64: nor where the times that it stored have more digits than a number keeps', async () => {
  const bucket = { account: runtime.id('acc'), name: 'send', rate: 30, burst: 60 };
  const ahead = rateStore(table, runtime);
  const later = now + 3_600_000;
  let tat: number | null = null;
  for (let i = 0; i < 3; i++)
    ({ tat } = await ahead.lease(bucket, { want: 1, least: 1, now: later + i, tat }));
  const taken = { granted: 1, tat: expect.closeTo(now + 33.333, 2) };
  expect(await rateStore(table, runtime).lease(bucket, { want: 1, least: 1, now, tat: now - 1_000 })).toEqual(
    taken,
  );
  expect(await tatOf(bucket)).toBeCloseTo(now + 33.333, 2);
});

test('P24: who takes more than it needs leaves a hundred times as much to others', async () => {
  const bucket = { account: runtime.id('acc'), name: 'send', rate: 1_000, burst: 2_000 };
  const [one, other] = [rateStore(table, runtime), rateStore(table, runtime)];
  const first = await one.lease(bucket, { want: 8, least: 1, now, tat: null });
  expect(first.granted).toBe(8);
  await other.lease(bucket, { want: 1_700, least: 1_700, now, tat: null });
  // What it saw last would have room for eight.
  expect((await one.lease(bucket, { want: 8, least: 1, now, tat: first.tat })).granted).toBe(2);
  expect((await one.lease(bucket, { want: 8, least: 300, now, tat: null })).granted).toBe(290);
  expect((await one.lease(bucket, { want: 8, least: 1, now, tat: null })).granted).toBe(0);
});

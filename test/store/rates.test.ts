import { type Id, type Runtime, systemRuntime } from '../../shared/core/runtime.ts';
import { rateStore } from '../../shared/store/rates.ts';
import { keys } from '../../shared/store/schema.ts';
import { testTable } from '../support/table.ts';

const now = Date.now();
const clockAt = (ms: number): Runtime => ({ ...systemRuntime(), now: () => ms });
const runtime = clockAt(now);
const table = testTable();
const newBucket = () => ({ account: runtime.id('acc'), name: 'scheduled', rate: 4 });

/** The stored moment at which a bucket is full; null: it was not used. */
const tatOf = async ({ account, name }: { account: Id<'acc'>; name: string }) =>
  ((await table.get(keys.rate(account, name)))?.tat as number | undefined) ?? null;

test('slots of one bucket never overlap, in any number of processes [Q16]', async () => {
  const bucket = newBucket();
  const processes = Array.from({ length: 4 }, () => rateStore(table, runtime));
  const wants = Array.from({ length: 40 }, (_, i) => 1 + (i % 3));
  const slots = await Promise.all(
    wants.map(async (want, i) => {
      const from = await processes[i % 4]?.reserve(bucket, want);
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
  const ten = Array.from({ length: 10 }, () => counted.reserve(bucket, 1));
  expect(await Promise.all(ten)).toEqual(Array.from({ length: 10 }, (_, i) => now + i * 250));
  expect(writes).toBe(1);
  expect(await rateStore(table, clockAt(now + 60_000)).reserve(bucket, 1)).toBe(now + 60_000);
  expect(await tatOf(newBucket())).toBeNull();
});

test('two requests at once of a process whose account was idle take a token each, with one write each', async () => {
  const bucket = { account: runtime.id('acc'), name: 'other', rate: 10, burst: 20 };
  let writes = 0;
  let last: Promise<unknown> = Promise.resolve();
  // The table gets them in the order in which they were sent.
  const update: typeof table.update = (...input) => {
    writes++;
    const made = last.then(() => table.update(...input));
    last = made.catch(() => undefined);
    return made;
  };
  const { take } = rateStore({ ...table, update }, runtime);
  const both = await Promise.all([take(bucket), take(bucket)]);
  expect(both).toEqual([
    { taken: true, tat: now + 100 },
    { taken: true, tat: now + 200 },
  ]);
  expect(writes).toBe(2);
});

test('writes that fail take no tokens: the next request asks the table', async () => {
  const bucket = { account: runtime.id('acc'), name: 'other', rate: 10, burst: 20 };
  let isDown = true;
  const update: typeof table.update = (...input) =>
    isDown ? Promise.reject(new Error('throttled')) : table.update(...input);
  const { take } = rateStore({ ...table, update }, runtime);
  for (let i = 0; i < 30; i++) await expect(take(bucket)).rejects.toThrow('throttled');
  isDown = false;
  expect(await take(bucket)).toEqual({ taken: true, tat: now + 100 });
});

test('a clock that is an hour ahead takes from its own time and locks no one else [Q64]', async () => {
  const bucket = { account: runtime.id('acc'), name: 'send', rate: 30, burst: 60 };
  const hour_ms = 3_600_000;
  let [at, later] = [now, now + hour_ms];
  const right = rateStore(table, { ...runtime, now: () => at });
  const ahead = rateStore(table, { ...runtime, now: () => later });
  const takeAll = (store: typeof right, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await store.take(bucket)).taken));
  const taken = async (store: typeof right, count: number) =>
    (await takeAll(store, count)).filter(Boolean).length;
  expect(await taken(ahead, 60)).toBe(60);
  // Read as a bucket with the last token.
  expect(await taken(right, 5)).toBe(1);
  at += 100;
  expect(await taken(right, 5)).toBe(3);
  // Also while the wrong clock goes on.
  later += 200;
  expect(await taken(ahead, 1)).toBe(1);
  at += 1_000;
  expect(await taken(right, 5)).toBe(1);
  expect(await tatOf(bucket)).toBeCloseTo(at + 2_000, 0);
});

test('a fast bucket is several items, which hold its burst together [P24]', async () => {
  const bucket = { account: runtime.id('acc'), name: 'send', rate: 1_000, burst: 2_000 };
  const store = rateStore(table, runtime);
  const takes = await Promise.all(Array.from({ length: 100 }, () => store.take(bucket)));
  expect(takes.every(({ taken }) => taken)).toBe(true);
  const last = await tatOf({ ...bucket, account: `${bucket.account}#7` });
  expect(last).toBeGreaterThan(now);
  expect(last).toBeLessThan(now + 2_000);
});

import fc from 'fast-check';
import { noCounts } from '../../shared/core/records/counters.ts';
import { type Id, systemRuntime } from '../../shared/core/runtime.ts';
import type { CounterPlace, Increment } from '../../shared/domain/ports/counters.ts';
import { counterStore } from '../../shared/store/counters.ts';
import { keys } from '../../shared/store/schema.ts';
import { sizeOf } from '../../shared/store/size.ts';
import type { Item, Query, Table } from '../../shared/store/table.ts';
import { testTable } from '../support/table.ts';

const runtime = systemRuntime();
const table = testTable();
const store = counterStore(table, runtime);

const day = '2026-11-22';
const newOwner = () => runtime.id('acc');
const placeOf = (owner: Id<'acc' | 'ten'>): CounterPlace => ({
  owner,
  kind: 'day',
  period: day,
  domain: null,
});
const readDay = async (owner: Id<'acc' | 'ten'>) => (await store.readDays(owner, { from: day, to: day }))[0];

/** Sequence numbers as AWS makes them: their length may grow. */
const sequenceAt = (i: number) => String(9_999_999_999_999_999_999_990n + BigInt(i));
const one = (i: number): Increment => ({ sequence: sequenceAt(i), counter: 'sent', n: 1 });
const records = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => one(from + i));

test('shards are counted separately, also where their sequence numbers are the same [A6]', async () => {
  const place = placeOf(newOwner());
  const shards = Array.from({ length: 8 }, (_, i) => `shardId-${i}`);
  // Each shard in its order, all at the same time, each batch delivered twice at the same time.
  await Promise.all(
    shards.map(async (shard) => {
      for (let from = 0; from < 30; from += 10) {
        const batch = records(from, from + 10);
        await Promise.all([store.add(place, shard, batch), store.add(place, shard, batch)]);
      }
    }),
  );
  expect((await readDay(place.owner))?.sent).toBe(8 * 30);
});

test('whatever prefix of a shard comes again, in whatever parts, each record is added once [A6]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ back: fc.nat(12), size: fc.integer({ min: 1, max: 9 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (steps) => {
        const place = placeOf(newOwner());
        let reached = 0;
        for (const { back, size } of steps) {
          const from = Math.max(0, reached - back);
          await store.add(place, 'shard', records(from, from + size));
          reached = Math.max(reached, from + size);
        }
        expect((await readDay(place.owner))?.sent).toBe(reached);
      },
    ),
    { numRuns: 15 },
  );
}, 30_000);

test('what leaves the queue and enters it in one batch adds nothing; below 0 is shown as 0', async () => {
  const owner = newOwner();
  const waits = (i: number, n: number): Increment => ({ sequence: sequenceAt(i), counter: 'queued', n });
  await store.add(placeOf(owner), 'shard', [waits(1, 5), waits(2, -5)]);
  expect(await readDay(owner)).toBeUndefined();
  await store.add(placeOf(owner), 'shard', [waits(3, -5)]);
  expect(await readDay(owner)).toEqual({ ...noCounts(), period: day });
});

test('days, hours and domains are read by their range, oldest first', async () => {
  const owner = newOwner();
  const add = (place: Partial<CounterPlace>) =>
    store.add({ ...placeOf(owner), ...place }, 'shard', [
      one(1),
      { sequence: sequenceAt(2), counter: 'gmail.com:delivered', n: 2 },
    ]);
  for (const period of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
    await add({ period });
    await add({ kind: 'domain', period, domain: 'a.example' });
    await add({ kind: 'domain', period, domain: 'b.example' });
  }
  await add({ kind: 'hour', period: '2026-11-21T23' });
  await add({ kind: 'hour', period: '2026-11-22T00' });

  const range = { from: '2026-11-21', to: '2026-11-22' };
  const days = await store.readDays(owner, range);
  expect(days.map(({ period, sent }) => [period, sent])).toEqual([
    ['2026-11-21', 1],
    ['2026-11-22', 1],
  ]);
  expect(days[0]?.providers).toEqual({ 'gmail.com': { delivered: 2, deferred: 0, bounced: 0 } });
  expect((await store.readHours(owner as Id<'ten'>, '2026-11-22T00')).map(({ period }) => period)).toEqual([
    '2026-11-22T00',
  ]);
  const domains = await store.sumDomains(owner, range, ['sent', 'bounced']);
  const twice = { sent: 2, bounced: 0 };
  expect(new Map([...domains].sort())).toEqual(
    new Map([
      ['a.example', twice],
      ['b.example', twice],
    ]),
  );
  const single = await store.readDomainDays(owner, { ...range, domain: 'b.example' });
  expect(single.map(({ period, domain }) => `${period} ${domain}`)).toEqual([
    '2026-11-21 b.example',
    '2026-11-22 b.example',
  ]);
});

test('the item of an automation forgets the shards that the stream has forgotten, and adds nothing twice [U53, A6]', async () => {
  const automation = runtime.id('aut');
  let now = Date.parse('2026-01-01T00:00:00Z');
  const aged = counterStore(
    table,
    systemRuntime(() => now),
  );
  const batch = (i: number) => [{ sequence: sequenceAt(i), counter: 'running' as const, n: 1 }];
  // Four shards at a time, each for four hours.
  for (let i = 0; i < 200; i++) {
    await aged.addRuns(automation, `shard-${i}`, batch(i));
    // As Lambda may bring them, up to 24 hours later.
    for (const late of [i, i - 3, i - 24])
      if (late >= 0) await aged.addRuns(automation, `shard-${late}`, batch(late));
    now += 3_600_000;
  }
  const item = (await table.get(keys.counterRuns(automation), { consistent: true })) ?? {};
  expect(Object.keys(item).filter((name) => name.startsWith('~')).length).toBeLessThan(120);
  expect((await aged.readRuns([automation]))[0]).toMatchObject({ running: 200 });
});

test("a ten-step automation's item is below 1 KB, and expires 800 days after its last change", async () => {
  const id = runtime.id('aut');
  let now = Date.parse('2026-01-01T00:00:00Z');
  const aged = counterStore(
    table,
    systemRuntime(() => now),
  );
  // One shard at a time, each for four hours, in a table that has one partition.
  for (let i = 0; i < 60; i++) {
    const increments = Array.from({ length: 10 }, (_, step) =>
      (['open', 'c', 'e'] as const).map((end) => ({
        sequence: sequenceAt(i),
        counter: `${step}:${end}` as const,
        n: 99,
      })),
    );
    await aged.addSteps({ id, version: 1 }, `shard-${i}`, increments.flat());
    const item = await table.get(keys.counterSteps(id, 1), { consistent: true });
    expect(sizeOf(item ?? {})).toBeLessThan(1_024);
    expect(item?.ttl).toBe(now / 1000 + 800 * 86_400);
    now += 4 * 3_600_000;
  }
});

const domains = 37;
const days = 12;
const page = 10;
const dayOf = (i: number) => `2026-11-${String(i + 1).padStart(2, '0')}`;

/** The items of an account whose domains all sent each day: more than one page a day. */
const items: Item[] = Array.from({ length: days }, (_, day) =>
  Array.from({ length: domains }, (_, i) => ({
    pk: 'STAT#acc',
    sk: `N#${dayOf(day)}#d${String(i).padStart(2, '0')}.example`,
    sent: day * i,
    bounced: 1,
    'gmail.com:delivered': 7,
  })),
).flat();

/** A table with these items and short pages, as with large items. Records its queries. */
function paged(stored: Item[]) {
  const asked = { queries: [] as Query[], running: 0, most: 0 };
  const query: Table['query'] = async (q) => {
    asked.queries.push(q);
    asked.most = Math.max(asked.most, ++asked.running);
    await new Promise(setImmediate);
    asked.running--;
    const { least = '', after = '' } = q;
    const found = stored.filter(({ sk }) => sk >= least && sk < after).reverse();
    return { items: found.slice(0, page), more: found.length > page };
  };
  const table = { query } as Partial<Table> as Table;
  return { asked, store: counterStore(table, systemRuntime()) };
}

test('counts of many domains are summed page by page, reading only the attributes that an answer needs [A52]', async () => {
  const { asked, store } = paged(items);
  const range = { from: dayOf(1), to: dayOf(days - 1) };
  const sums = await store.sumDomains('acc_', range, ['sent', 'bounced']);
  const before = (days * (days - 1)) / 2;
  expect([...sums].sort()).toEqual(
    Array.from({ length: domains }, (_, i) => [
      `d${String(i).padStart(2, '0')}.example`,
      { sent: before * i, bounced: days - 1 },
    ]),
  );
  expect(new Set(asked.queries.map(({ attributes }) => attributes?.join()))).toEqual(
    new Set(['sent,bounced']),
  );
  // The first page shows that more follow. After that, days are read in parallel.
  expect(asked.most).toBe(10);
});

test('what one page holds is one query [A52]', async () => {
  const { asked, store } = paged(items.slice(0, page));
  const sums = await store.sumDomains('acc_', { from: dayOf(0), to: dayOf(days - 1) }, ['bounced']);
  expect([sums.size, asked.queries.length]).toEqual([page, 1]);
});

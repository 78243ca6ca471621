import type { CounterPlace, Increment } from '../../shared/domain/ports/counters.ts';
import { counterStore } from '../../shared/store/counters.ts';
import { keys } from '../../shared/store/schema.ts';
import type { Table } from '../../shared/store/table.ts';
import { testClock, testContext } from '../support/api.ts';
import { testTable } from '../support/table.ts';
import { tenantWorld } from '../support/tenants.ts';

const noon = '2026-12-15T12:00:00.000Z';
const today = noon.slice(0, 10);
const tomorrow = '2026-12-16T00:00:00.000Z';

/** A tenant `acme` whose clock shows noon of 2026-12-15, and a way to count for it as the stream does. */
async function setUp() {
  const clock = testClock();
  clock.hold();
  clock.advance(Date.parse(noon) - clock.runtime.now());
  const ctx = testContext({ runtime: clock.runtime });
  const world = await tenantWorld(ctx);
  const acme = await world.tenant('acme');
  let sequence = 1;
  const count = (period: string, counts: Partial<Record<Increment['counter'], number>>) => {
    const place: CounterPlace = { owner: acme.id, kind: 'day', period, domain: null };
    const increments = Object.entries(counts).map(([counter, n]) => ({
      sequence: String(sequence++),
      counter: counter as Increment['counter'],
      n,
    }));
    return ctx.counters.add(place, 'shard', increments);
  };
  const stats = async (query = '') => (await world.call('GET', `/tenants/acme/stats${query}`)).body;
  return { ...world, ...clock, ctx, acme, count, stats };
}

test('GET /tenants/{tenant}/stats adds up the days of the window, today the last [A5]', async () => {
  const { acme, count, stats } = await setUp();
  await count(today, {
    accepted: 40,
    scheduled: 3,
    queued: 2,
    sent: 35,
    delivered: 30,
    bounced: 2,
    blocked: 1,
    complained: 1,
    failed: 1,
    suppressed: 4,
    opened: 9,
    clicked: 5,
    plan_used: 37,
  });
  await count('2026-12-09', { accepted: 10, sent: 10, delivered: 8 });
  await count('2026-12-08', { accepted: 1_000, delivered: 1_000 });
  expect(await stats()).toEqual({
    tenant: acme,
    stats: {
      object: 'tenant_stats',
      days: 7,
      from: '2026-12-09T00:00:00.000Z',
      total: 50,
      queued: 2,
      scheduled: 3,
      sent: 45,
      delivered: 38,
      bounced: 2,
      complained: 1,
      failed: 1,
      suppressed: 4,
      opened: 9,
      clicked: 5,
      bounce_rate: 2 / 40,
      complaint_rate: 1 / 38,
    },
    ramp: {
      object: 'tenant_ramp',
      active: true,
      stage: 1,
      completed: false,
      resets_at: tomorrow,
      daily_limit: { transactional: 3_000, product: 1_000 },
      used_today: { transactional: 0, product: 0 },
    },
  });
  expect((await stats('?days=1')).stats).toMatchObject({
    days: 1,
    total: 40,
    from: `${today}T00:00:00.000Z`,
  });
  expect((await stats('?days=8')).stats).toMatchObject({ total: 1_050 });
});

test('of a tenant that never sent every number is 0 [H21]', async () => {
  const { stats } = await setUp();
  const numbers = Object.values((await stats('?days=90')).stats as object).filter(
    (value) => typeof value === 'number',
  );
  expect(numbers).toEqual([90, ...Array.from({ length: 13 }, () => 0)]);
});

test('days that are not 1-90 are 400 [H21]', async () => {
  const { call } = await setUp();
  const statuses = await Promise.all(
    ['0', '91', '-1', '1.5', 'x', ''].map(async (days) => {
      const { status, body } = await call('GET', `/tenants/acme/stats?days=${days}`);
      return [status, body.error?.code];
    }),
  );
  expect(statuses).toEqual(statuses.map(() => [400, 'validation_error']));
});

test('90 days of a tenant are one query of the table', async () => {
  const { acme, count, ctx } = await setUp();
  const days = Array.from({ length: 90 }, (_, i) =>
    new Date(Date.parse(noon) - i * 86_400_000).toISOString().slice(0, 10),
  );
  await Promise.all(days.map((day) => count(day, { accepted: 1, delivered: 1, 'gmail.com:delivered': 1 })));
  const table = testTable();
  let queries = 0;
  const counted: Table = { ...table, query: (query) => table.query(query).finally(() => queries++) };
  const [to = '', from = ''] = [days[0], days.at(-1)];
  const read = await counterStore(counted, ctx.runtime).readDays(acme.id, { from, to });
  expect([read.length, queries]).toEqual([90, 1]);
});

test('the ramp in the stats is that of the next send, and reading it writes nothing [A12]', async () => {
  const { acme, stats, send } = await setUp();
  const table = testTable();
  const yesterday = '2026-12-14';
  const used = { day: yesterday, stage: 3, transactional: 6_000, product: 0, total: 6_000 };
  const ramp = async () => (await stats()).ramp;
  await table.put({ ...keys.limit(acme.id, 'tenant'), ...used });
  expect(await ramp()).toMatchObject({ stage: 4, daily_limit: { transactional: 24_000, product: 8_000 } });
  // Blocks are no bounces here (E2): 1.9 % without them.
  await table.put({ ...keys.counterDay(acme.id, yesterday), delivered: 981, bounced: 25, blocked: 6 });
  expect(await ramp()).toMatchObject({ stage: 4, used_today: { transactional: 0, product: 0 } });
  await table.put({ ...keys.counterDay(acme.id, yesterday), delivered: 980, bounced: 20 });
  expect(await ramp()).toMatchObject({ stage: 3, daily_limit: { transactional: 12_000, product: 4_000 } });
  expect(await table.get(keys.limit(acme.id, 'tenant'), { consistent: true })).toMatchObject(used);
  expect((await send({ tenant: 'acme' })).status).toBe(200);
  expect(await ramp()).toMatchObject({ stage: 3, used_today: { transactional: 1, product: 0 } });
});

test('a completed ramp is not active and has no limit; what was used is the number of the day [H22]', async () => {
  const { acme, stats, count } = await setUp();
  const used = { day: today, stage: 10, transactional: 7, product: 0, total: 7 };
  await testTable().put({ ...keys.limit(acme.id, 'tenant'), ...used });
  await count(today, { plan_used: 2_000_000, sandbox_used: 5, product_used: 500_000 });
  expect((await stats()).ramp).toEqual({
    object: 'tenant_ramp',
    active: false,
    stage: 10,
    daily_limit: null,
    completed: true,
    used_today: { transactional: 1_500_005, product: 500_000 },
    resets_at: tomorrow,
  });
});

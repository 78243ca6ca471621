import type { Id } from '../../shared/core/runtime.ts';
import type { CounterPlace, Increment } from '../../shared/domain/ports/counters.ts';
import { keys } from '../../shared/store/schema.ts';
import { operate, operatedAccount } from '../support/operator.ts';
import { testTable } from '../support/table.ts';

type Plan = Parameters<typeof operatedAccount>[0];

const noon = Date.parse('2026-12-15T12:00:00.000Z');

/** An account at noon of 2026-12-15, with ways to change its plan and to add numbers as the table's stream does. */
async function setUp(options: Plan) {
  const world = await operatedAccount(options);
  const { ctx, account } = world;
  world.hold();
  world.advance(noon - world.runtime.now());
  let sequence = 1;
  const count = (
    period: string,
    counts: Partial<Record<Increment['counter'], number>>,
    owner: Id<'acc' | 'ten'> = account.id,
  ) => {
    const place: CounterPlace = { owner, kind: 'day', period, domain: null };
    const increments = Object.entries(counts).map(([counter, n]) => {
      return { sequence: String(sequence++), counter: counter as Increment['counter'], n };
    });
    return ctx.counters.add(place, 'shard', increments);
  };
  const setPlan = async (plan: string, limits?: object) => {
    const more = limits === undefined ? [] : ['--limits', JSON.stringify(limits)];
    await operate(['set-plan', '--account', account.id, '--plan', plan, ...more], ctx);
    world.advance(30_000);
  };
  const refusal = async (fields: object = {}) => (await world.send(fields)).body.error?.details ?? null;
  return { ...world, count, setPlan, refusal };
}

test('what was used under a plan without a daily limit counts on under one with it [A64]', async () => {
  const { count, setPlan, refusal } = await setUp({ plan: 'pro' });
  await count('2026-12-15', { plan_used: 98, sandbox_used: 5 });
  await count('2026-12-01', { plan_used: 700 });
  await count('2026-11-30', { plan_used: 9_000 });
  await setPlan('free');
  expect([await refusal(), await refusal()]).toEqual([null, null]);
  expect(await refusal()).toMatchObject({ limit: 100, used: 100, period: 'day' });
});

test('a month that is used up under a plan without limits stays used up [A64]', async () => {
  const { count, setPlan, refusal, advance } = await setUp({ plan: 'dedicated' });
  await count('2026-12-14', { plan_used: 2_990 });
  await count('2026-12-15', { plan_used: 9 });
  await setPlan('free');
  expect(await refusal()).toBeNull();
  const month = { limit: 3_000, used: 3_000, period: 'month', resets_at: '2027-01-01T00:00:00.000Z' };
  expect(await refusal()).toMatchObject(month);
  advance(17 * 86_400_000 - 12 * 3_600_000 - 60_000);
  expect(await refusal()).toMatchObject(month);
  advance(60_000);
  expect(await refusal()).toBeNull();
});

test('numbers that are late lower no count, and an exact one of an earlier day does not stay [A64]', async () => {
  const { count, setPlan, refusal, advance } = await setUp({ plan: 'free' });
  await setPlan('free', { emails_day: 3, requests_per_second: 9_999 });
  expect([await refusal(), await refusal()]).toEqual([null, null]);
  await setPlan('pro', {});
  await setPlan('free', { emails_day: 3 });
  expect([await refusal(), (await refusal())?.used]).toEqual([null, 3]);
  await setPlan('pro', {});
  advance(86_400_000);
  await count('2026-12-16', { plan_used: 2 });
  await setPlan('free', { emails_day: 3 });
  expect([await refusal(), (await refusal())?.used]).toEqual([null, 3]);
});

test('the same set-plan again counts what was sent before every function knew the limit [A64]', async () => {
  const { count, setPlan, refusal } = await setUp({ plan: 'pro' });
  await setPlan('free', { emails_day: 3 });
  await count('2026-12-15', { plan_used: 2 });
  await setPlan('free');
  expect([await refusal(), (await refusal())?.used]).toEqual([null, 3]);
});

/** The tenant `acme`, whose ramp was over on `day`. */
async function setUpTenant(day: string) {
  const world = await setUp({ plan: 'dedicated' });
  const { body } = await world.call('POST', '/tenants', { body: { external_id: 'acme' } });
  const { id } = body.tenant as { id: string };
  const table = testTable(world.runtime);
  const over = { day, stage: 10, transactional: 1, product: 0, total: 1 };
  await table.put({ ...keys.limit(id as Id<'acc' | 'ten'>, 'tenant'), ...over });
  const limit = async (daily_limit: number | null) => {
    const answer = await world.call('PATCH', '/tenants/acme', { body: { daily_limit } });
    expect(answer.status).toBe(200);
  };
  const stored = () => table.get(keys.limit(id as Id<'acc' | 'ten'>, 'tenant'), { consistent: true });
  const refusal = (fields: object = {}) => world.refusal({ tenant: 'acme', ...fields });
  return { ...world, id, limit, stored, refusal };
}

test.each(['2026-12-01', '2026-12-15'])(
  'a daily_limit below what was used today refuses from now on, though the ramp was over since %s [A43]',
  async (day) => {
    const { id, count, limit, refusal, advance, stored } = await setUpTenant(day);
    await count('2026-12-15', { plan_used: 50, sandbox_used: 2, product_used: 12 }, id as Id<'ten'>);
    await limit(52);
    expect(await refusal()).toMatchObject({ limit: 'tenant_daily_limit', daily_limit: 52, used_today: 52 });
    expect(await stored()).toMatchObject({ stage: 10, transactional: 40, product: 12, total: 52 });
    await limit(53);
    expect([await refusal({ category: 'product' }), (await refusal())?.used_today]).toEqual([null, 53]);
    await limit(null);
    await limit(53);
    expect((await refusal())?.used_today).toBe(53);
    advance(12 * 3_600_000);
    expect(await refusal()).toBeNull();
    expect(await stored()).toMatchObject({ day: '2026-12-16', stage: 10, total: 1 });
  },
);

import type { PlanLimit } from '../../shared/core/records/limits.ts';
import type { Tenant } from '../../shared/core/records/tenants.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { countsAhead } from '../../shared/store/counts-ahead.ts';
import { countSends, withItem } from '../../shared/store/limit-counts.ts';
import { keys } from '../../shared/store/schema.ts';
import { newTenant } from '../support/api.ts';
import { contendedAccount } from '../support/contended.ts';
import { testTable } from '../support/table.ts';

const table = testTable();

/** Sends at once; `npm run check -- soak:counts`: 300. */
const atOnce = Number(process.env.AT_ONCE ?? 60);
const third = Math.floor(atOnce / 3);

/** A tenant of an account behind ten functions, with a daily_limit, of which `used` is used today. */
async function limited({ daily_limit, used }: { daily_limit: number | null; used: number }) {
  const world = await contendedAccount({ plan: 'dedicated', functions: 10 });
  const { ctx, account, clock } = world;
  const tenant = await newTenant(ctx, account.id, 'acme');
  const seen = (await ctx.tenants.get(account.id, tenant.id)) as Tenant;
  const updated_at = new Date(Date.parse(seen.updated_at) + 1).toISOString();
  await ctx.tenants.update(seen, { daily_limit, updated_at }, undefined);
  const day = new Date(clock.runtime.now()).toISOString().slice(0, 10);
  const item = { day, stage: 2, transactional: used, product: 0, total: used };
  const put = (ahead_at: number) =>
    table.put({ ...keys.limit(tenant.id, 'tenant'), ...item, ...(ahead_at > 0 && { ahead_at }) });
  await put(0);
  const counted = async () => {
    const item = await table.get(keys.limit(tenant.id, 'tenant'), { consistent: true });
    return [item?.transactional, item?.product, item?.total];
  };
  const send = (key: string | null = null, fields: object = {}) =>
    world.post('/emails', {
      body: { ...world.email, tenant: 'acme', ...fields },
      ...(key !== null && { headers: { 'idempotency-key': key } }),
    });
  return { ...world, tenant, counted, send, put };
}

const many = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

test('of the sends at once for a tenant with a third left exactly a third is accepted [A4, Q9]', async () => {
  const { send, counted, conflicts } = await limited({ daily_limit: 3_000, used: 3_000 - third });
  const answers = await many(atOnce, () => send());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(third);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(atOnce - third);
  for (const { body } of refused)
    expect(body.error?.details).toMatchObject({
      limit: 'tenant_daily_limit',
      daily_limit: 3_000,
      used_today: 3_000,
      recipients: 1,
    });
  expect(await counted()).toEqual([3_000, 0, 3_000]);
  expect(conflicts()).toBeGreaterThan(third);
}, 120_000);

test('far from the limit all sends at once are accepted at the first try, and counted [A3]', async () => {
  const { nextCall, email, counted } = await limited({ daily_limit: 3_000, used: 10 });
  const body = { ...email, tenant: 'acme' };
  const answers = await many(atOnce, () => nextCall()('POST', '/emails', { body }));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await counted()).toEqual([10 + atOnce, 0, 10 + atOnce]);
}, 120_000);

test('over the point where the decision counts by itself, with every request twice: the limit, exactly [Q9]', async () => {
  const { send, counted } = await limited({ daily_limit: 1_000, used: 700 });
  const to = Array.from({ length: 10 }, (_, i) => `r${i}@x.example`);
  const request = (i: number) => send(`key ${i >> 1}`, { subject: `s ${i >> 1}`, to });
  const first = await many(80, request);
  // On a busy machine a count may be given back later than a refusal waits for it: what was refused comes again.
  const answers = await many(80, async (i) => (first[i]?.status === 429 ? request(i) : first[i]));
  const ids = answers.flatMap((answer) => (answer?.status === 200 ? answer.body.id : []));
  expect([ids.length, new Set(ids).size]).toEqual([60, 30]);
  expect(await counted()).toEqual([1_000, 0, 1_000]);
}, 120_000);

test('a duplicate gives back what it took, and other limits refuse without leaving a count [Q9]', async () => {
  const { send, counted, account, clock } = await limited({ daily_limit: null, used: 0 });
  await many(100, (i) => send(`key ${i >> 2}`));
  expect(await counted()).toEqual([25, 0, 25]);
  // The account's own ramp, which has one recipient left, refuses after the tenant's was taken.
  await table.update(keys.account(account.id), 'SET account_ramp = :on', { values: { ':on': true } });
  const day = new Date(clock.runtime.now()).toISOString().slice(0, 10);
  const ramp = { day, stage: 1, transactional: 29_999, product: 0, total: 29_999 };
  await table.put({ ...keys.limit(account.id, 'ramp'), ...ramp });
  clock.advance(31_000);
  const answers = await many(50, () => send());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await counted()).toEqual([26, 0, 26]);
}, 120_000);

test('a send that finds the limit used up waits for what others counted ahead and give back [Q9]', async () => {
  const { send, put, counted, tenant, ctx } = await limited({ daily_limit: 1_000, used: 1_000 });
  const { runtime } = ctx;
  const slept: number[] = [];
  let atSleep = async () => {};
  // Conflicting writes retry immediately, so the remaining sleeps all wait for a count.
  runtime.random = () => 0;
  runtime.sleep = async (ms) => {
    if (ms === 0) return;
    slept.push(ms);
    await atSleep();
  };
  await put(runtime.now() - 60_000);
  expect([(await send()).status, slept]).toEqual([429, []]);
  await put(runtime.now());
  expect((await send()).status).toBe(429);
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(3_050);
  atSleep = async () => {
    if (slept.length !== 8) return;
    const less = { values: { ':less': -1 }, names: { '#total': 'total' } };
    await table.update(keys.limit(tenant.id, 'tenant'), 'ADD transactional :less, #total :less', less);
  };
  expect([(await send()).status, slept.length]).toEqual([200, 8]);
  expect(await counted()).toEqual([1_000, 0, 1_000]);
}, 120_000);

test.each([
  ['2027-03-10', { day: '2027-03-11', day_used: 3, month: '2027-03', month_used: 13 }],
  ['2027-03-31', { day: '2027-04-01', day_used: 3, month: '2027-04', month_used: 3 }],
])(
  'what a plan counted ahead on %s is given back after another send began the next day [A3]',
  async (day, after) => {
    let now = Date.parse(`${day}T23:59:59.900Z`);
    const runtime = systemRuntime(() => now);
    const owner = runtime.id('acc');
    const limit: PlanLimit = { owner, kind: 'plan', recipients: 3, day_limit: null, month_limit: 50_000 };
    const key = keys.limit(owner, 'plan');
    await table.put({ ...key, day, day_used: 10, month: day.slice(0, 7), month_used: 10 });
    const stored = () => table.get(key, { consistent: true });
    const counted = async () => withItem(limit, await stored());
    const ahead = countsAhead({ table, runtime });
    const busy = await counted();
    ahead.noteConflict([busy]);
    expect(await ahead.take([busy])).toEqual([]);
    now += 200;
    await table.transact(countSends([[await counted()]], now).counts);
    await ahead.giveBack();
    expect(await stored()).toMatchObject(after);
  },
);

test('both streams are counted on their own and together [A13]', async () => {
  const { send, counted } = await limited({ daily_limit: null, used: 0 });
  const answers = await many(120, (i) => send(null, { category: i % 3 === 0 ? 'product' : 'transactional' }));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await counted()).toEqual([80, 40, 120]);
}, 120_000);

test('schedules of a tenant that fire at once are counted once each [Q2]', async () => {
  const world = await limited({ daily_limit: null, used: 0 });
  const { ctx, post, email, queued, mails, clock, ahead, counted } = world;
  const emails = Array(100).fill({ ...email, tenant: 'acme', scheduled_at: ahead(60) });
  await post('/emails/batch', { body: { emails } });
  const [begun] = await counted();
  clock.advance(61_000);
  const messages = queued.filter(({ message }) => message.scheduled_at !== undefined);
  await Promise.all(messages.map(({ message }) => deliverEmail(ctx, message, { receive_count: 1 })));
  expect([begun, mails.length]).toEqual([0, 100]);
  expect(await counted()).toEqual([100, 0, 100]);
}, 120_000);

import type { Tenant } from '../../shared/core/records/tenants.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { keys } from '../../shared/store/schema.ts';
import { newTenant } from '../support/api.ts';
import { contendedAccount } from '../support/contended.ts';
import { testTable } from '../support/table.ts';

const table = testTable();

/** Sends at once; `npm run soak:counts`: 300. */
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
  await table.put({ ...keys.limit(tenant.id, 'tenant'), ...item });
  const counted = async () => {
    const item = await table.get(keys.limit(tenant.id, 'tenant'), { consistent: true });
    return [item?.transactional, item?.product, item?.total];
  };
  const send = (key: string | null = null, fields: object = {}) =>
    world.post('/emails', {
      body: { ...world.email, tenant: 'acme', ...fields },
      ...(key !== null && { headers: { 'idempotency-key': key } }),
    });
  return { ...world, counted, send };
}

const many = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

test('A4, Q9: of the sends at once for a tenant with a third left exactly a third is accepted', async () => {
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

test('A3: all sends at once are accepted, and counted', async () => {
  const { send, counted } = await limited({ daily_limit: 3_000, used: 10 });
  const answers = await many(atOnce, () => send());
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await counted()).toEqual([10 + atOnce, 0, 10 + atOnce]);
}, 120_000);

test('Q9: at the limit, with every request twice: exactly the limit', async () => {
  const { send, counted } = await limited({ daily_limit: 1_000, used: 700 });
  const to = Array.from({ length: 10 }, (_, i) => `r${i}@x.example`);
  const answers = await many(80, (i) => send(`key ${i >> 1}`, { subject: `s ${i >> 1}`, to }));
  const ids = answers.flatMap(({ status, body }) => (status === 200 ? body.id : []));
  expect([ids.length, new Set(ids).size]).toEqual([60, 30]);
  expect(await counted()).toEqual([1_000, 0, 1_000]);
}, 120_000);

test('Q9: a duplicate counts nothing, and neither does a send that another limit refuses', async () => {
  const { send, counted, account, clock } = await limited({ daily_limit: null, used: 0 });
  await many(100, (i) => send(`key ${i >> 2}`));
  expect(await counted()).toEqual([25, 0, 25]);
  // The account's own ramp has one recipient left.
  await table.update(keys.account(account.id), 'SET account_ramp = :on', { values: { ':on': true } });
  const day = new Date(clock.runtime.now()).toISOString().slice(0, 10);
  const ramp = { day, stage: 1, transactional: 29_999, product: 0, total: 29_999 };
  await table.put({ ...keys.limit(account.id, 'ramp'), ...ramp });
  clock.advance(31_000);
  const answers = await many(50, () => send());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await counted()).toEqual([26, 0, 26]);
}, 120_000);

test('A13: both streams are counted on their own and together', async () => {
  const { send, counted } = await limited({ daily_limit: null, used: 0 });
  const answers = await many(120, (i) => send(null, { category: i % 3 === 0 ? 'product' : 'transactional' }));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await counted()).toEqual([80, 40, 120]);
}, 120_000);

test('Q2: schedules of a tenant that fire at once are counted once each', async () => {
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

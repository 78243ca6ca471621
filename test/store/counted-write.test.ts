import type {
  CountedLimit,
  ExceededLimit,
  Limit,
  PlanLimit,
  RampLimit,
} from '../../shared/core/records/limits.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { unlessFailed } from '../../shared/store/conflicts.ts';
import { writeCounted } from '../../shared/store/counted-write.ts';
import type { CountsAhead } from '../../shared/store/counts-ahead.ts';
import { keys } from '../../shared/store/schema.ts';
import { type Table, TransactionConflict } from '../../shared/store/table.ts';
import { testClock } from '../support/api.ts';
import { testTable } from '../support/table.ts';

const runtime = systemRuntime();
const real = testTable();

/** A plan of 20 a day and a tenant of 12, both new. */
function newLimits() {
  const plan: PlanLimit = {
    owner: runtime.id('acc'),
    kind: 'plan',
    recipients: 1,
    day_limit: 20,
    month_limit: null,
  };
  const tenant: RampLimit = {
    owner: runtime.id('ten'),
    kind: 'tenant',
    recipients: 1,
    stream: 'product',
    daily_limit: 12,
  };
  return { plan, tenant };
}

const unread = (limit: Limit): CountedLimit => ({ ...limit, counts: null }) as CountedLimit;

const countsIn = async ({ owner, kind }: Limit): Promise<number> => {
  const item = await real.get(keys.limit(owner, kind), { consistent: true });
  return Number(item?.day_used ?? item?.product ?? 0);
};

/** Writes an item of its own with the counts; what refused it, or null. */
const send = (limits: CountedLimit[], table: Table = real): Promise<ExceededLimit | null> =>
  writeCounted({ table, runtime }, [limits], async ({ exceeded: [exceeded = null], counts }) => {
    if (exceeded !== null) return exceeded;
    const put = { pk: 'TEST', sk: runtime.id('req') };
    await table.transact([{ label: 'email', put }, ...counts]);
    return null;
  });

test('two limits at once are both exact, however many sends run in parallel [Q9]', async () => {
  const { plan, tenant } = newLimits();
  const sends = Array.from({ length: 40 }, (_, i) =>
    send(i % 2 === 0 ? [unread(tenant), unread(plan)] : [unread(plan)]),
  );
  const refusals = (await Promise.all(sends)).filter((one) => one !== null);
  expect(await countsIn(plan)).toBe(20);
  expect(await countsIn(tenant)).toBeLessThanOrEqual(12);
  expect(refusals).toHaveLength(20);
  for (const { kind, owner, limit, used } of refusals) {
    const [expected, most] = kind === 'plan' ? [plan, 20] : [tenant, 12];
    expect([owner, limit, used]).toEqual([expected.owner, most, most]);
  }
}, 30_000);

test('a limit refuses by counts that were read consistently, never by those it was given', async () => {
  const { plan } = newLimits();
  const day = new Date(runtime.now()).toISOString().slice(0, 10);
  const wrong = { day, day_used: 20, month: day.slice(0, 7), month_used: 20 };
  expect(await send([{ ...plan, counts: wrong }])).toBeNull();
  expect(await countsIn(plan)).toBe(1);
});

test('a transaction that fails for another reason counts nothing and is not repeated', async () => {
  const { plan } = newLimits();
  const taken = { pk: 'TEST', sk: runtime.id('req') };
  await real.put(taken);
  let writes = 0;
  const result = await writeCounted({ table: real, runtime }, [[unread(plan)]], ({ counts }) => {
    writes++;
    const email = { label: 'email', put: taken, condition: 'attribute_not_exists(pk)' };
    return unlessFailed(real.transact([email, ...counts]), ({ failed }) => [...failed.keys()]);
  });
  expect(result).toEqual(['email']);
  expect(writes).toBe(1);
  expect(await countsIn(plan)).toBe(0);
});

test('503 when transactions keep conflicting, and nothing is counted', async () => {
  const { plan } = newLimits();
  const transact = async () => {
    throw new TransactionConflict();
  };
  const impatient = { ...runtime, sleep: async () => {} };
  const conflicting = writeCounted({ table: real, runtime: impatient }, [[unread(plan)]], transact);
  await expect(conflicting).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(await countsIn(plan)).toBe(0);
});

test('a send that counts ahead over midnight raises no stage without the results of its day [A12]', async () => {
  const clock = testClock();
  clock.hold();
  const { tenant } = newLimits();
  const day = new Date(clock.runtime.now()).toISOString().slice(0, 10);
  clock.advance(Date.parse(`${day}T23:59:59.999Z`) - clock.runtime.now());
  const counted = { day, stage: 3, transactional: 12_000, product: 4, total: 12_004 };
  await real.put({ ...keys.limit(tenant.owner, 'tenant'), ...counted });
  await real.put({ ...keys.counterDay(tenant.owner, day), delivered: 900, bounced: 100 });
  const limit: CountedLimit = { ...tenant, daily_limit: null, counts: { ...counted, outcomes: null } };
  const midnight = async (limits: CountedLimit[]) => {
    clock.advance(1);
    return limits;
  };
  const ahead: CountsAhead = { noteConflict: () => {}, take: midnight, giveBack: async () => {} };
  const table = { table: real, runtime: clock.runtime };
  await writeCounted(table, [[limit]], ({ counts }) => real.transact(counts), ahead);
  const item = await real.get(keys.limit(tenant.owner, 'tenant'), { consistent: true });
  expect(item).toMatchObject({ stage: 3 });
});

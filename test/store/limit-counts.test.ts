import type { CountedLimit, LimitCounts, PlanLimit, RampCounts } from '../../shared/core/records/limits.ts';
import { countSends } from '../../shared/store/limit-counts.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const today: LimitCounts = { day: '2026-11-21', day_used: 3, month: '2026-11', month_used: 30 };

const plan = (
  recipients: number,
  change: Partial<PlanLimit & { counts: LimitCounts | null }> = {},
): CountedLimit => ({
  owner: 'acc_1',
  kind: 'plan',
  recipients,
  day_limit: 10,
  month_limit: 100,
  counts: today,
  ...change,
});
const tenant = (recipients: number, daily_limit: number, counts: RampCounts | null = null): CountedLimit => ({
  owner: 'ten_1',
  kind: 'tenant',
  recipients,
  stream: 'transactional',
  daily_limit,
  counts,
});

describe('the limit that refuses a send', () => {
  test.each<[string, CountedLimit, object | null]>([
    ['the last recipient that fits the day', plan(7), null],
    ['one more', plan(8), { limit: 10, used: 3, period: 'day', resets_at: '2026-11-22T00:00:00.000Z' }],
    [
      'the month before the day (A38)',
      plan(80),
      { limit: 100, used: 30, period: 'month', resets_at: '2026-12-01T00:00:00.000Z' },
    ],
    ['counts of yesterday', plan(10, { counts: { ...today, day: '2026-11-20', day_used: 9 } }), null],
    ['counts of last month', plan(10, { counts: { ...today, day: '2026-10-31', month: '2026-10' } }), null],
    ['nothing counted yet', plan(11, { counts: null }), { limit: 10, used: 0, period: 'day' }],
    ['no limit at all', plan(10_000, { day_limit: null, month_limit: null }), null],
  ])('%s', (_name, limit, expected) => {
    const [exceeded] = countSends([[limit]], now).exceeded;
    if (expected === null) expect(exceeded).toBeNull();
    else expect(exceeded).toMatchObject({ owner: 'acc_1', kind: 'plan', ...expected });
  });

  test('is the first one in their order, with its owner and kind', () => {
    const { exceeded } = countSends([[tenant(8, 5), plan(8)]], now);
    expect(exceeded).toMatchObject([{ owner: 'ten_1', kind: 'tenant', limit: 5, used: 0, recipients: 8 }]);
  });
});

test('Q25: each send of a batch counts whole on all of its limits or on none', () => {
  const both = (recipients: number) => [plan(recipients), tenant(recipients, 4)];
  // Plan has 7 left, the tenant 4: the third send is the tenant's refusal and takes nothing of the plan.
  const { exceeded, counts } = countSends([both(3), [plan(2)], both(2), [plan(2)], [plan(1)]], now);
  expect(exceeded.map((limit) => limit?.kind ?? null)).toEqual([null, null, 'tenant', null, 'plan']);
  const added = counts.map((write) => [write.label, (write as { values: object }).values]);
  expect(added).toMatchObject([
    ['limit acc_1 plan', { ':n': 7 }],
    ['limit ten_1 tenant', { ':n': 3 }],
  ]);
});

test('sends without a limit are not counted', () => {
  expect(countSends([[], []], now)).toEqual({ exceeded: [null, null], counts: [] });
});

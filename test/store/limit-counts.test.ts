import type { CountedLimit, LimitCounts, PlanLimit, RampCounts } from '../../shared/core/records/limits.ts';
import { aheadWrites, countSends } from '../../shared/store/limit-counts.ts';

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

test('the first exceeded limit refuses a send, with its owner and kind', () => {
  const { exceeded } = countSends([[tenant(8, 5), plan(8)]], now);
  expect(exceeded).toMatchObject([{ owner: 'ten_1', kind: 'tenant', limit: 5, used: 0, recipients: 8 }]);
});

describe('what is counted ahead of the decision', () => {
  const ramp = (used: number, change: Partial<RampCounts> = {}): RampCounts => ({
    day: '2026-11-21',
    stage: 1,
    transactional: used,
    product: 0,
    outcomes: null,
    ...change,
  });
  test.each<[string, CountedLimit, boolean]>([
    ['of a ramp of 3,000, up to 2,800', tenant(1, 10_000, ramp(2_799)), true],
    ['not its last 200', tenant(1, 10_000, ramp(2_800)), false],
    ['of a daily_limit, up to its last 200', tenant(2, 1_000, ramp(798)), true],
    ['not more', tenant(3, 1_000, ramp(798)), false],
    ['not of a limit under 200', tenant(1, 150, ramp(0)), false],
    ['not on a day that has not begun', tenant(1, 10_000, ramp(1, { day: '2026-11-20' })), false],
    ['not before anything was counted', tenant(1, 10_000, null), false],
    ['not of the free plan’s day', plan(1, { day_limit: 100, month_limit: 3_000 }), false],
    ['of a day without limit, while the month is far', plan(1, { day_limit: null, month_limit: 500 }), true],
    ['not in the last 200 of the month', plan(1, { day_limit: null, month_limit: 230 }), false],
    [
      'not in the last 1 % of a large month',
      plan(1, { day_limit: null, month_limit: 30_030, counts: { ...today, month_used: 29_729 } }),
      false,
    ],
    [
      'before them',
      plan(1, { day_limit: null, month_limit: 30_030, counts: { ...today, month_used: 29_728 } }),
      true,
    ],
  ])('%s', (_name, limit, expected) => {
    expect(aheadWrites(limit, now) !== null).toBe(expected);
  });

  test('its condition repeats the room that stays, and the undo takes back what its day or month still holds', () => {
    const writes = aheadWrites(tenant(3, 1_000, ramp(5)), now);
    expect(writes?.take.values).toMatchObject({ ':room': 797, ':transactional_room': 2_797, ':n': 3 });
    expect(writes?.undo).toMatchObject([
      {
        condition: '#day = :day',
        values: { ':transactional': -3, ':product': -0, ':n': -3, ':day': '2026-11-21' },
      },
    ]);
    const month = aheadWrites(plan(4, { day_limit: null, month_limit: 5_000 }), now);
    expect(month?.take.values).toMatchObject({ ':n': 4, ':month_room': 4_796 });
    expect(month?.undo.map(({ condition, values }) => [condition, values])).toEqual([
      ['#day = :day', { ':less': -4, ':day': '2026-11-21' }],
      ['#day > :day AND #month = :month', { ':less': -4, ':day': '2026-11-21', ':month': '2026-11' }],
    ]);
  });
});

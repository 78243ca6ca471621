import * as fc from 'fast-check';
import { type DayOutcomes, isCompleted, type RampDay, rampLimits, rampOn } from '../../shared/core/ramp.ts';
import { noOutcomes } from '../../shared/core/rates.ts';

const clean: DayOutcomes = { delivered: 10_000, bounced: 0, complained: 0 };
const dayOf = (used: Partial<RampDay> = {}): RampDay => ({
  day: '2026-11-21',
  stage: 1,
  transactional: 0,
  product: 0,
  ...used,
});

test('a tenant starts at 3,000 and 1,000, an account at 30,000 and 10,000; each stage doubles [H22]', () => {
  expect(rampLimits('tenant', 1)).toEqual({ transactional: 3_000, product: 1_000 });
  expect(rampLimits('tenant', 4)).toEqual({ transactional: 24_000, product: 8_000 });
  expect(rampLimits('ramp', 1)).toEqual({ transactional: 30_000, product: 10_000 });
});

test('stage 10 (1,536,000) of a tenant is completed, stage 9 is not [A12]', () => {
  expect({ stage9: isCompleted('tenant', 9), stage10: isCompleted('tenant', 10) }).toEqual({
    stage9: false,
    stage10: true,
  });
  expect(rampLimits('tenant', 10).transactional).toBe(1_536_000);
  expect({ stage6: isCompleted('ramp', 6), stage7: isCompleted('ramp', 7) }).toEqual({
    stage6: false,
    stage7: true,
  });
});

test.each<[string, Partial<RampDay>, Partial<DayOutcomes>, number]>([
  ['half of the transactional limit', { transactional: 1_500 }, {}, 2],
  ['one less than half', { transactional: 1_499 }, {}, 1],
  ['half of the product limit alone', { product: 500 }, {}, 2],
  ['not quite half of both', { transactional: 1_499, product: 499 }, {}, 1],
  ['bounces of 2 %', { transactional: 3_000 }, { delivered: 9_800, bounced: 200 }, 1],
  ['bounces just under 2 %', { transactional: 3_000 }, { delivered: 9_801, bounced: 199 }, 2],
  ['complaints of 0.1 %', { transactional: 3_000 }, { complained: 10 }, 1],
  ['complaints just under 0.1 %', { transactional: 3_000 }, { complained: 9 }, 2],
  ['nothing known of the day yet', { transactional: 3_000 }, noOutcomes, 2],
  ['nothing used', {}, {}, 1],
  ['the last stage', { stage: 9, transactional: 768_000 }, {}, 10],
  ['a completed ramp', { stage: 10, transactional: 1_536_000 }, {}, 10],
])('the stage after a day with %s [A12]', (_name, used, outcomes, expected) => {
  expect(rampOn('tenant', '2026-11-22', dayOf(used), { ...clean, ...outcomes }).stage).toBe(expected);
});

const day_ms = 86_400_000;
const isoDay = (n: number) => new Date(Date.UTC(2026, 10, 21) + n * day_ms).toISOString().slice(0, 10);

/** Days of sending: how many days later, what each stream used, what became of it. */
const daysOfUse = fc.array(
  fc.record({
    later: fc.integer({ min: 1, max: 40 }),
    transactional: fc.double({ min: 0, max: 1, noNaN: true }),
    product: fc.double({ min: 0, max: 1, noNaN: true }),
    bounced: fc.integer({ min: 0, max: 400 }),
    complained: fc.integer({ min: 0, max: 20 }),
  }),
  { maxLength: 30 },
);

test('over any days the stage grows by one for each good day of use, however long the pause, and never falls [A12]', () => {
  fc.assert(
    fc.property(fc.constantFrom('tenant' as const, 'ramp' as const), daysOfUse, (kind, uses) => {
      const last = kind === 'tenant' ? 10 : 7;
      let stored: RampDay | null = null;
      let outcomes = noOutcomes;
      let at = 0;
      let expected = 1;
      for (const use of uses) {
        at += use.later;
        const ramp: RampDay = rampOn(kind, isoDay(at), stored, outcomes);
        expect(ramp).toEqual({ day: isoDay(at), stage: expected, transactional: 0, product: 0 });
        const limits = rampLimits(kind, ramp.stage);
        const transactional = Math.floor(use.transactional * limits.transactional);
        const product = Math.floor(use.product * limits.product);
        stored = { ...ramp, transactional, product };
        outcomes = { delivered: 9_600, bounced: use.bounced, complained: use.complained };
        // Reading within the day changes nothing, and on any later day gives the same stage as the next day.
        expect(rampOn(kind, isoDay(at), stored, outcomes)).toEqual(stored);
        const used = transactional >= limits.transactional / 2 || product >= limits.product / 2;
        const good = use.bounced / (9_600 + use.bounced) < 0.02 && use.complained / 9_600 < 0.001;
        expected = Math.min(last, expected + Number(used && good));
        for (const later of [1, 2, 90])
          expect(rampOn(kind, isoDay(at + later), stored, outcomes).stage).toBe(expected);
      }
    }),
  );
});

test('a clock that is behind midnight counts on the day that another has begun', () => {
  const stored = dayOf({ day: '2026-11-22', stage: 3, product: 7 });
  expect(rampOn('tenant', '2026-11-21', stored, clean)).toEqual(stored);
});

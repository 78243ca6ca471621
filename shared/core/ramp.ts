import { noOutcomes, type Outcomes, ratesOf } from './rates.ts';
import type { Category } from './records/emails.ts';

/** Newsletters count as product email. */
export const streams = ['transactional', 'product'] as const;
export type Stream = (typeof streams)[number];

export const streamOf = (category: Category): Stream =>
  category === 'transactional' ? 'transactional' : 'product';

/** Recipients per UTC day at stage 1, for a tenant and for an account. */
const rampStarts = {
  tenant: { transactional: 3_000, product: 1_000 },
  ramp: { transactional: 30_000, product: 10_000 },
} as const satisfies Record<string, Record<Stream, number>>;
export type RampKind = keyof typeof rampStarts;

/** A ramp is complete once its transactional limit exceeds this. */
const completed_above = 1_000_000;

/** A ramp's stored counts: recipients per stream on one UTC day (`YYYY-MM-DD`), and that day's stage. */
export type RampDay = Record<Stream, number> & { day: string; stage: number };

/** Outcomes of a day's recipients across both streams. Blocks don't count as bounces. */
export type DayOutcomes = Outcomes;

/** A stage's limits: the starting limits, doubled with each stage. */
export function rampLimits(kind: RampKind, stage: number): Record<Stream, number> {
  const { transactional, product } = rampStarts[kind];
  return { transactional: transactional * 2 ** (stage - 1), product: product * 2 ** (stage - 1) };
}

export const isCompleted = (kind: RampKind, stage: number): boolean =>
  rampLimits(kind, stage).transactional > completed_above;

/**
 * The next day's stage. It rises by one if a stream used half its limit with few bounces and complaints, and
 * never falls.
 */
function stageAfter(kind: RampKind, used: RampDay, outcomes: DayOutcomes): number {
  const { stage } = used;
  const limits = rampLimits(kind, stage);
  const { bounce_rate, complaint_rate } = ratesOf(outcomes);
  const isUsed = streams.some((stream) => used[stream] * 2 >= limits[stream]);
  const doubles = isUsed && bounce_rate < 0.02 && complaint_rate < 0.001 && !isCompleted(kind, stage);
  return doubles ? stage + 1 : stage;
}

/** The ramp on a day. A new day starts at zero, at the stage earned by the stored day and its `outcomes`. */
export function rampOn(
  kind: RampKind,
  day: string,
  stored: RampDay | null,
  outcomes: DayOutcomes = noOutcomes,
): RampDay {
  if (stored === null) return { day, stage: 1, transactional: 0, product: 0 };
  // If another process has already begun the next day, a process with a slow clock counts toward that day.
  if (stored.day >= day) return stored;
  return { day, stage: stageAfter(kind, stored, outcomes), transactional: 0, product: 0 };
}

import { noOutcomes, type Outcomes, ratesOf } from './rates.ts';
import type { Category } from './records/emails.ts';

/** Newsletters count as product email. */
export const streams = ['transactional', 'product'] as const;
export type Stream = (typeof streams)[number];

export const streamOf = (category: Category): Stream =>
  category === 'transactional' ? 'transactional' : 'product';

/** Recipients a UTC day at stage 1, of a tenant and of an account. */
const rampStarts = {
  tenant: { transactional: 3_000, product: 1_000 },
  ramp: { transactional: 30_000, product: 10_000 },
} as const satisfies Record<string, Record<Stream, number>>;
export type RampKind = keyof typeof rampStarts;

/** A ramp is over once its transactional limit passes this. */
const completed_above = 1_000_000;

/** The counts of the ramp's item: recipients of one UTC day (`YYYY-MM-DD`) by stream, and the stage of that day. */
export type RampDay = Record<Stream, number> & { day: string; stage: number };

/** Outcomes of a day's recipients, both streams together; without bounces that were blocks. */
export type DayOutcomes = Outcomes;

/** The limits of a stage: the start, doubled with each stage. */
export function rampLimits(kind: RampKind, stage: number): Record<Stream, number> {
  const { transactional, product } = rampStarts[kind];
  return { transactional: transactional * 2 ** (stage - 1), product: product * 2 ** (stage - 1) };
}

export const isCompleted = (kind: RampKind, stage: number): boolean =>
  rampLimits(kind, stage).transactional > completed_above;

/** The stage after a day: one more when a stream used half of its limit, with few bounces and complaints; never down. */
function stageAfter(kind: RampKind, used: RampDay, outcomes: DayOutcomes): number {
  const { stage } = used;
  const limits = rampLimits(kind, stage);
  const { bounce_rate, complaint_rate } = ratesOf(outcomes);
  const isUsed = streams.some((stream) => used[stream] * 2 >= limits[stream]);
  const doubles = isUsed && bounce_rate < 0.02 && complaint_rate < 0.001 && !isCompleted(kind, stage);
  return doubles ? stage + 1 : stage;
}

/** The ramp on a day: the stored counts, or none yet, at the stage that follows from the stored day and its `outcomes`. */
export function rampOn(
  kind: RampKind,
  day: string,
  stored: RampDay | null,
  outcomes: DayOutcomes = noOutcomes,
): RampDay {
  if (stored === null) return { day, stage: 1, transactional: 0, product: 0 };
  // A clock that is behind counts on the later day that another one has begun.
  if (stored.day >= day) return stored;
  return { day, stage: stageAfter(kind, stored, outcomes), transactional: 0, product: 0 };
}

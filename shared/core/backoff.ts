import type { Runtime } from './runtime.ts';

export type Waiting = Pick<Runtime, 'sleep' | 'random'>;

/**
 * Doubles from `base` to `cap`, in any unit. `least` is the fixed share of each wait, and the rest is random.
 */
export type Schedule = { base: number; cap: number; least?: number };

/** The wait after attempt `attempt` (from 0), with jitter so that conflicting writers drift apart. */
export function backoff(random: () => number, attempt: number, { base, cap, least = 0 }: Schedule): number {
  return Math.min(cap, base * 2 ** attempt) * (least + (1 - least) * random());
}

/** A DynamoDB transaction holds its items for a few milliseconds. */
const conflict_ms: Schedule = { base: 10, cap: 250 };

/** Waits before retrying a write that lost to a concurrent one. */
export const waitAfterConflict = (runtime: Waiting, attempt: number): Promise<void> =>
  runtime.sleep(backoff(runtime.random, attempt, conflict_ms));

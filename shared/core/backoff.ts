import type { Runtime } from './runtime.ts';

export type Waiting = Pick<Runtime, 'sleep' | 'random'>;

/** Doubles from `base` to `cap`, in any unit; `least` is the share of each wait that is not random. */
export type Schedule = { base: number; cap: number; least?: number };

/** The wait after attempt `attempt` (from 0), jittered so that writers that conflicted once do not again. */
export function backoff(random: () => number, attempt: number, { base, cap, least = 0 }: Schedule): number {
  return Math.min(cap, base * 2 ** attempt) * (least + (1 - least) * random());
}

/** A DynamoDB transaction holds its items for some milliseconds. */
const conflict_ms: Schedule = { base: 10, cap: 250 };

/** Waits before a write that lost against a concurrent one is tried again. */
export const waitAfterConflict = (runtime: Waiting, attempt: number): Promise<void> =>
  runtime.sleep(backoff(runtime.random, attempt, conflict_ms));

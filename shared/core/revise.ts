import { type Waiting, waitAfterConflict } from './backoff.ts';
import { AppError } from './errors.ts';
import { timestamp } from './runtime.ts';

/** How often a revision is attempted. Each attempt may lose to another writer. */
const usualAttempts = 12;

/** 503 after conflicts with other requests. The same request may succeed a second later. */
export const tryAgain = (cause?: unknown): AppError =>
  new AppError('unavailable', 'Too many concurrent changes. Try again.', {
    headers: { 'retry-after': '1' },
    cause,
  });

/**
 * Reads, changes, and writes. `attempt` returns undefined if another write came first. It is then retried
 * after a short random wait. Throws 503 `unavailable` after the last attempt.
 */
export async function revise<T>(
  runtime: Waiting,
  attempt: () => Promise<T | undefined>,
  { attempts = usualAttempts } = {},
): Promise<T> {
  for (let made = 0; made < attempts; made++) {
    if (made > 0) await waitAfterConflict(runtime, made - 1);
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw tryAgain();
}

/** The time of a change. It is always later than `seen`, so other writers can detect the change. */
export const laterThan = ({ now }: { now: () => number }, seen: string): string =>
  timestamp(Math.max(now(), Date.parse(seen) + 1));

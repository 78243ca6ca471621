import { type Waiting, waitAfterConflict } from './backoff.ts';
import { AppError } from './errors.ts';
import { timestamp } from './runtime.ts';

/** The attempts of a revision, each of which may lose against another writer of the record. */
const usualAttempts = 12;

/** 503 where other requests were in the way: the same request may succeed a second later. */
export const tryAgain = (): AppError =>
  new AppError('unavailable', 'Too many concurrent changes, try again', {
    headers: { 'retry-after': '1' },
  });

/**
 * Reads, changes and writes: the result of `attempt`, which is made again after a short random wait while it returns
 * undefined, since another write came between. Throws 503 `unavailable` when the attempts are used up.
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

/** The time of a change, later than that of `seen`: other writers detect the change by it. */
export const laterThan = ({ now }: { now: () => number }, seen: string): string =>
  timestamp(Math.max(now(), Date.parse(seen) + 1));

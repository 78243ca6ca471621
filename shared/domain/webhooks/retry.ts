import { retryAfter } from './retry-after.ts';

/** Seconds before each attempt, counted from the end of the one before it (specification, Delivery). */
const waits_s = [0, 5, 30, 120, 120] as const;

/** The longest delay of SQS, and so the longest wait a receiver can ask for (E27). */
const max_wait_s = 900;

/** Seconds to wait after `attempt` (1-5) failed, null after the last. Retry-After of 429 and 503 only lengthens it (E27). */
export function nextWait(
  attempt: number,
  answer: { status_code: number | null; retry_after: string | null },
  now: number,
): number | null {
  const wait = waits_s[attempt];
  if (wait === undefined) return null;
  if (answer.status_code !== 429 && answer.status_code !== 503) return wait;
  return Math.min(max_wait_s, Math.max(wait, retryAfter(answer.retry_after, now) ?? 0));
}

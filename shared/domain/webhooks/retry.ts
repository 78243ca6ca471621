const [day, month, time] = [
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)',
  '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)',
  '\\d{2}:\\d{2}:\\d{2}',
];
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
/** RFC 9110's HTTP-date in its three forms. The last form has no zone and means GMT, like the others. */
const httpDate = new RegExp(
  `^(?:${day}, \\d{2} ${month} \\d{4} ${time} GMT|${longDay}, \\d{2}-${month}-\\d{2} ${time} GMT|${day} ${month} [ \\d]\\d ${time} \\d{4})$`,
);

/** Seconds that a Retry-After header (seconds or HTTP date) asks for at `now` (epoch ms), or null. */
export function retryAfter(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(value)) return Number(value);
  if (!httpDate.test(value)) return null;
  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Seconds between the previous attempt's end and each attempt (specification, Delivery). */
const waits_s = [0, 5, 30, 120, 120] as const;

/** SQS's longest delay, and so the longest wait a receiver can request. */
export const max_wait_s = 900;

/** Delays the replacement of a message that may still exist, until the log shows whether it is needed. */
export const replacement_after_ms = 30_000;

/**
 * Seconds to wait after `attempt` (1-5) failed, null after the last. Retry-After of 429 and 503 can only
 * lengthen it.
 */
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

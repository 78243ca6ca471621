import { isMailwrightError, type MailwrightError } from './errors.ts';
import type { Settings } from './options.ts';
import type { CallOptions } from './types.ts';

const passing = ['not_configured', 'upstream_error', 'unavailable'];

/** The longest automatic wait before a retry. The caller handles longer waits. */
const maxWaitMs = 60_000;

type Refusal = { status: number; code?: string | undefined; details?: Record<string, unknown> | undefined };

/**
 * `unanswered` means that an earlier attempt got no response and may still be running. `repeatable` means
 * that a retry is safe.
 */
export type Tries = { unanswered: boolean; repeatable: boolean };

/**
 * Whether to retry after a response. A response without a code comes from a proxy, so the service may have
 * carried out the request, as when there is no response.
 */
export function isPassing({ status, code, details }: Refusal, { unanswered, repeatable }: Tries): boolean {
  if (code === undefined) return repeatable && [502, 503, 504].includes(status);
  if (status === 429) return code === 'rate_limited';
  if (status === 500) return code === 'internal_error';
  if (status === 502 || status === 503) return passing.includes(code);
  const running = code === 'idempotency_conflict' && details?.reason === 'in_progress';
  return status === 409 && running && unanswered;
}

/** Milliseconds before the try after `attempt` (1 for the first). Null if the error should be thrown. */
function waitAfter(error: unknown, attempt: number, random: () => number): number | null {
  if (!isMailwrightError(error) || !error.retryable) return null;
  const { retryAfterMs } = error as MailwrightError;
  if (retryAfterMs !== undefined) return retryAfterMs <= maxWaitMs ? retryAfterMs : null;
  return Math.min(8000, 500 * 2 ** (attempt - 1)) * random();
}

/** Retries as D63 says. `unanswered` is the same as in `Tries`. */
export async function retried<Result>(
  { runtime, maxRetries }: Settings,
  options: CallOptions,
  once: (attempt: number, unanswered: boolean) => Promise<Result>,
): Promise<Result> {
  const retries = options.maxRetries ?? maxRetries;
  let unanswered = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(attempt, unanswered);
    } catch (error) {
      const wait = attempt > retries ? null : waitAfter(error, attempt, runtime.random);
      if (wait === null) throw error;
      unanswered ||= (error as MailwrightError).code === undefined;
      await runtime.sleep(wait, options.signal);
    }
  }
}

/** The milliseconds in a retry-after header, which contains seconds or an HTTP date. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

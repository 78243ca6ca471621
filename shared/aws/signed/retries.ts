import { backoff } from '../../core/backoff.ts';
import type { Runtime } from '../../core/runtime.ts';
import type { SendOptions } from './join.ts';

/** The errors of DynamoDB and SQS that the SDK takes for throttling. */
const throttling = new Set([
  'BandwidthLimitExceeded',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);

/** The errors of connections that were never made. */
const unconnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

const passing = new Set([
  'TimeoutError',
  'RequestTimeout',
  'RequestTimeoutException',
  'ReplicatedWriteConflictException',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  ...unconnected,
]);

const passingStatus = [500, 502, 503, 504];

type Failure = {
  name?: string;
  code?: string;
  message?: string;
  $retryable?: object;
  $metadata?: { httpStatusCode?: number };
};

/** The kind of a failure after which a call may be made again; null for another. */
function kindOf(error: unknown): 'throttled' | 'passing' | null {
  const { name = '', code = '', message = '', $retryable, $metadata } = error as Failure;
  const status = $metadata?.httpStatusCode ?? 0;
  if (status === 429 || throttling.has(name)) return 'throttled';
  if ($retryable !== undefined || passing.has(name) || passing.has(code)) return 'passing';
  if (name === 'InvalidSignatureException' && message.includes('Signature expired')) return 'passing';
  return passingStatus.includes(status) ? 'passing' : null;
}

/** Whether AWS took nothing of a call that failed: it refused the call, or was not reached. */
function isUntaken(error: unknown): boolean {
  const { code = '', $metadata } = error as Failure;
  const status = $metadata?.httpStatusCode ?? 0;
  return unconnected.has(code) || (status >= 400 && status < 500);
}

/** Whether a call that failed may succeed if it is made again. */
export const isPassing = (error: unknown): boolean => kindOf(error) !== null;

/** The SDK's budget of retries: a process that fails all the time stops them, so that it does not add to an outage. */
const budget = 500;
const cost = { throttled: 5, passing: 14 };

type RetryOptions = { attempts: number; base_ms: number };
type Waits = Pick<Runtime, 'random' | 'sleep'>;

/** The retries of one client, as the SDK's standard mode: full jitter below a limit that doubles, to 20 s. */
export function createRetries({ attempts, base_ms }: RetryOptions, { random, sleep }: Waits) {
  let left = budget;
  /** Throws the error at the last attempt; else waits, and returns what a later success gives back to the budget. */
  async function wait(error: unknown, attempt: number, hint_ms: number): Promise<number> {
    const kind = kindOf(error);
    if (kind === null || attempt + 1 >= attempts || left < cost[kind]) throw error;
    left -= cost[kind];
    const base = kind === 'throttled' ? 1_000 : base_ms;
    const delay = Math.floor(backoff(random, attempt, { base, cap: 20_000 }));
    await sleep(Math.max(delay, Math.min(hint_ms, delay + 5_000)));
    return cost[kind];
  }
  return async <T>(
    call: () => Promise<T>,
    hintOf: (error: unknown) => number,
    { once = false }: SendOptions = {},
  ): Promise<T> => {
    for (let attempt = 0, spent = 1; ; attempt++) {
      try {
        const answer = await call();
        left = Math.min(budget, left + spent);
        return answer;
      } catch (error) {
        if (once && !isUntaken(error)) throw error;
        spent = await wait(error, attempt, hintOf(error));
      }
    }
  };
}

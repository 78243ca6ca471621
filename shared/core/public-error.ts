import { AppError, isAppError } from './errors.ts';

/** AWS's names for throttling and time-outs; most of these errors have no `$retryable`. */
const passingNames =
  /Throttl|Throughput|RequestLimit|TooManyRequests|SlowDown|Transaction(?:InProgress|Conflict)|Timeout/;

const brokenConnection = /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH)|EAI_AGAIN)$/;

/** Whether a dependency is throttled, down or out of reach, by the fields that AWS's clients set on such errors. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { $retryable, $fault, name, code } = error as Record<string, unknown>;
  if ($retryable !== undefined || $fault === 'server') return true;
  return passingNames.test(String(name)) || brokenConnection.test(String(code));
}

/** The error that callers see for a thrown one: a refusal as it is; of an unknown error only its code, never its message. */
export function publicError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (isPassing(error)) {
    const headers = { 'retry-after': '1' };
    return new AppError('unavailable', 'Temporarily unavailable, try again', { headers, cause: error });
  }
  return new AppError('internal_error', 'Internal error', { cause: error });
}

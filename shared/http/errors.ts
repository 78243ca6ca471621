import { AppError } from '../core/errors.ts';
import type { ErrorAnswer } from './schemas.ts';

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

/** What callers see of a thrown error: a refusal as it is; of an unknown error only its code, never its message. */
export function publicError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isPassing(error)) {
    const headers = { 'retry-after': '1' };
    return new AppError('unavailable', 'Temporarily unavailable, try again', { headers, cause: error });
  }
  return new AppError('internal_error', 'Internal error', { cause: error });
}

/** The body of an error; a 401 carries only its message (specification, Authentication 2). */
export function errorBody(error: AppError, dashboard_url: string): ErrorAnswer {
  if (error.code === 'unauthorized') return { error: { message: error.message } };
  return {
    error: {
      message: error.message,
      code: error.code,
      ...(error.details && { details: error.details }),
      ...(error.hint && { hint: error.hint }),
      docs_url: `${dashboard_url}/docs/errors#${error.code}`,
      ...(error.upgrade_url && { upgrade_url: error.upgrade_url }),
    },
  };
}

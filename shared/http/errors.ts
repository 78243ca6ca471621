import { AppError } from '../core/errors.ts';
import type { ErrorAnswer } from './schemas.ts';

/** Throttling goes by many names, and most of them bear no mark. */
const passingNames =
  /Throttl|Throughput|RequestLimit|TooManyRequests|SlowDown|Transaction(?:InProgress|Conflict)|Timeout/;

const brokenConnection = /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH)|EAI_AGAIN)$/;

/** A dependency that is throttled, down or out of reach, by the marks that AWS's clients leave on such errors. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { $retryable, $fault, name, code } = error as Record<string, unknown>;
  if ($retryable !== undefined || $fault === 'server') return true;
  return passingNames.test(String(name)) || brokenConnection.test(String(code));
}

/** What the caller is told of anything thrown: a refusal as it is, and never the words of an unknown error. */
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

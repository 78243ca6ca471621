import type { AppError } from '../core/errors.ts';
import type { ErrorAnswer } from './schemas.ts';

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

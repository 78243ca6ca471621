import type { AppError } from '../core/errors.ts';
import type { Base } from '../domain/context.ts';

/** What the log line of a request says besides its outcome; `started` in milliseconds. */
export type Seen = {
  method: string;
  request_id: string;
  started: number;
  route?: string;
  account?: string;
};

/** The one log line of a request: an error when the service is at fault. */
export function logRequest(ctx: Base, seen: Seen, status: number, refusal?: AppError): void {
  const { started, ...fields } = seen;
  const failed = status >= 500;
  ctx.log[failed ? 'error' : 'info']('request', {
    ...fields,
    ...(refusal && { code: refusal.code }),
    ...(refusal && failed && { cause: describe(refusal.cause ?? refusal) }),
    status,
    ms: ctx.runtime.now() - started,
  });
}

/** Name and place of an unknown error; its message may quote a caller's data and stays out of the log. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const frame = cause.stack?.split('\n').find((line) => line.trim().startsWith('at ')) ?? '';
  return `${cause.name} ${frame.trim()}`.slice(0, 200);
}

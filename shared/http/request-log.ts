import type { AppError } from '../core/errors.ts';
import type { Base, Metrics } from '../domain/context.ts';

/** What the log line of a request says besides its outcome; `started` in milliseconds. */
export type Seen = {
  method: string;
  request_id: string;
  started: number;
  route?: string;
  account?: string;
};

/** What a request adds to the metrics: emails that it got accepted, or its refusal by code. */
function metricsOf(accepted: number, refusal?: AppError): Metrics | null {
  if (refusal) return { counts: { requests_refused: 1 }, by: { code: refusal.code } };
  return accepted > 0 ? { counts: { emails_accepted: accepted } } : null;
}

/** The one log line of a request: an error when the service is at fault. */
export function logRequest(
  ctx: Base,
  seen: Seen,
  { status, accepted = 0, refusal }: { status: number; accepted?: number; refusal?: AppError },
): void {
  const { started, ...fields } = seen;
  const failed = status >= 500;
  ctx.log[failed ? 'error' : 'info'](
    'request',
    {
      ...fields,
      ...(refusal && { code: refusal.code }),
      ...(refusal && failed && { cause: describe(refusal.cause ?? refusal) }),
      status,
      ms: ctx.runtime.now() - started,
    },
    metricsOf(accepted, refusal),
  );
}

/** Name and place of an unknown error; its message may quote a caller's data and stays out of the log. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const frame = cause.stack?.split('\n').find((line) => line.trim().startsWith('at ')) ?? '';
  return `${cause.name} ${frame.trim()}`.slice(0, 200);
}

import { type AppError, causeOf } from '../core/errors.ts';
import type { Id } from '../core/runtime.ts';
import type { Base, Metrics } from '../domain/context.ts';

/** A request's log line without its outcome. `started` in milliseconds. */
export type Seen = {
  method: string;
  request_id: string;
  started: number;
  route?: string;
  account?: Id<'acc'>;
};

export const seenOf = (ctx: Base, request: Request): Seen => ({
  request_id: ctx.runtime.id('req'),
  method: request.method,
  started: ctx.runtime.now(),
});

/** The emails this request accepted (an earlier one if `replayed`), or its error. */
type Outcome = {
  status: number;
  emails?: string[] | undefined;
  replayed?: boolean | undefined;
  refusal?: AppError;
};

function metricsOf({ emails = [], replayed, refusal }: Outcome): Metrics | null {
  if (refusal) return { counts: { requests_refused: 1 }, by: { code: refusal.code } };
  return emails.length > 0 && !replayed ? { counts: { emails_accepted: emails.length } } : null;
}

/** The ids that link an email's later log lines to this one. A rejected recipient leaves an email too. */
function emailsOf({ emails = [], refusal }: Outcome): { email_id?: string; email_ids?: string[] } {
  if (emails.length > 1) return { email_ids: emails };
  const id = emails[0] ?? refusal?.details?.email_id;
  return typeof id === 'string' ? { email_id: id } : {};
}

/** Writes the request's log line, as an error when the service is at fault. */
export function logRequest(ctx: Base, seen: Seen, outcome: Outcome): void {
  const { status, refusal } = outcome;
  const { started, ...fields } = seen;
  const failed = status >= 500;
  ctx.log[failed ? 'error' : 'info'](
    'request',
    {
      ...fields,
      ...emailsOf(outcome),
      ...(refusal && { code: refusal.code }),
      ...(refusal && failed && { cause: causeOf(refusal.cause ?? refusal) }),
      status,
      ms: ctx.runtime.now() - started,
    },
    metricsOf(outcome),
  );
}

import { isBranded } from './brand.ts';

/** Every error the service returns: code -> HTTP status, and the relay's SMTP reply with its enhanced code. */
const catalogue = {
  unauthorized: { status: 401, smtp: '535 5.7.8' },
  validation_error: { status: 400, smtp: '554 5.6.0' },
  forbidden: { status: 403, smtp: '550 5.7.1' },
  domain_not_verified: { status: 403, smtp: '550 5.7.1' },
  domain_not_allowed: { status: 403, smtp: '550 5.7.1' },
  sandbox_recipient: { status: 403, smtp: '550 5.7.1' },
  production_locked: { status: 403, smtp: '550 5.7.1' },
  insufficient_scope: { status: 403, smtp: '550 5.7.1' },
  tenants_not_enabled: { status: 403, smtp: '550 5.7.1' },
  plan_limit: { status: 429, smtp: '451 4.7.1' },
  not_found: { status: 404, smtp: '554 5.6.0' },
  method_not_allowed: { status: 405, smtp: '554 5.6.0' },
  conflict: { status: 409, smtp: '554 5.6.0' },
  idempotency_conflict: { status: 409, smtp: '554 5.6.0' },
  domain_claimed: { status: 409, smtp: '554 5.6.0' },
  domain_owned_by_tenant: { status: 409, smtp: '550 5.7.1' },
  content_expired: { status: 409, smtp: '554 5.6.0' },
  payload_too_large: { status: 413, smtp: '552 5.3.4' },
  daily_ramp_limit: { status: 429, smtp: '451 4.7.1' },
  rate_limited: { status: 429, smtp: '451 4.7.1' },
  internal_error: { status: 500, smtp: '451 4.3.0' },
  not_configured: { status: 503, smtp: '454 4.3.0' },
  upstream_error: { status: 502, smtp: '454 4.3.0' },
  unavailable: { status: 503, smtp: '454 4.3.0' },
} as const satisfies Record<string, { status: number; smtp: `${number} ${number}.${number}.${number}` }>;

export type ErrorCode = keyof typeof catalogue;

export const codesOf = (status: number): ErrorCode[] =>
  (Object.keys(catalogue) as ErrorCode[]).filter((code) => catalogue[code].status === status);

export type IssueRule =
  | 'required'
  | 'type'
  | 'format'
  | 'length'
  | 'range'
  | 'enum'
  | 'conflict'
  | 'blocked'
  | 'unknown';

export type Issue = { path: string; rule: IssueRule; message: string };

type ErrorOptions = {
  details?: Record<string, unknown> | undefined;
  hint?: string | undefined;
  upgrade_url?: string | undefined;
  /** Overrides the catalog's status: 422 for suppressed recipients, 403 for plan limits on resources. */
  status?: number;
  /** Response headers, such as `retry-after` in seconds. */
  headers?: Record<string, string>;
  cause?: unknown;
};

const brand = Symbol.for('mailwright.AppError');

/** An error shown to the caller as is. Any other thrown error becomes `internal_error`. */
export class AppError extends Error {
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly hint: string | undefined;
  readonly upgrade_url: string | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? catalogue[code].status;
    this.details = options.details;
    this.hint = options.hint;
    this.upgrade_url = options.upgrade_url;
    this.headers = options.headers ?? {};
  }
}

export const isAppError = (error: unknown): error is AppError => isBranded(error, brand);

/** 400 validation_error with its issues. The first issue supplies the message. */
export function invalid(issues: Issue[], extra: Record<string, unknown> = {}): AppError {
  const message = issues[0]?.message ?? 'Invalid request';
  return new AppError('validation_error', message, { details: { issues, ...extra } });
}

/** 404 for an object that is missing or in another account. Callers can't tell the two apart. */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found`);

const issuesOf = ({ details }: AppError): Issue[] => (details?.issues as Issue[] | undefined) ?? [];

/** The relay's reply to an error, as code and enhanced code. Unknown errors reply as internal_error. */
export function smtpCodes(error: unknown): string {
  if (!isAppError(error)) return catalogue.internal_error.smtp;
  if (error.code === 'validation_error') {
    if (error.status === 422) return '550 5.1.1';
    if (error.details?.reason === 'loop') return '554 5.4.6';
    if (issuesOf(error).some(({ rule }) => rule === 'blocked')) return '554 5.7.1';
  }
  return catalogue[error.code].smtp;
}

/**
 * An unknown error's name and location for the log. Its message, also in the stack, may quote customer data
 * and is left out.
 */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').replace(error.message, () => '').split('\n');
  const first = frames.find((line) => /^\s+at /.test(line)) ?? '';
  return `${error.name} ${first.trim()}`.trimEnd().slice(0, 200);
}

/** AWS's names for throttling and timeouts, because most of these errors lack `$retryable`. */
const passingNames =
  /Throttl|Throughput|RequestLimit|TooManyRequests|SlowDown|Transaction(?:InProgress|Conflict)|Timeout/;

const brokenConnection = /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH)|EAI_AGAIN)$/;

/** Whether a dependency is throttled, down, or unreachable, by the fields AWS clients set on errors. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { $retryable, $fault, name, code } = error as Record<string, unknown>;
  if ($retryable !== undefined || $fault === 'server') return true;
  return passingNames.test(String(name)) || brokenConnection.test(String(code));
}

/** The error that callers see. Unknown errors reveal only their code, never their message. */
export function publicError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (isPassing(error)) {
    const headers = { 'retry-after': '1' };
    return new AppError('unavailable', 'Temporarily unavailable. Try again.', { headers, cause: error });
  }
  return new AppError('internal_error', 'Internal error', { cause: error });
}

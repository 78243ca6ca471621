/** One fault of a request, by its path, such as `to[1]`. */
export type Issue = { path: string; rule: string; message: string };

type ErrorFields = {
  message: string;
  /** HTTP status; 0 when there was no answer. */
  status: number;
  code?: string | undefined;
  details?: Record<string, unknown> | undefined;
  hint?: string | undefined;
  docs_url?: string | undefined;
  upgrade_url?: string | undefined;
  requestId?: string | undefined;
  retryable?: boolean;
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

const brand = Symbol.for('@mailwright/sdk.error');

/** A refusal of the service, or no answer; `message` is for people, `code` for programs. */
export class MailwrightError extends Error {
  override readonly name: string = 'MailwrightError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly hint: string | undefined;
  readonly docs_url: string | undefined;
  readonly upgrade_url: string | undefined;
  /** Quote it when you ask the operator. */
  readonly requestId: string | undefined;
  /** The same request may be made again, with the same Idempotency-Key. */
  readonly retryable: boolean;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(fields: ErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    Object.defineProperty(this, brand, { value: true });
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details;
    this.hint = fields.hint;
    this.docs_url = fields.docs_url;
    this.upgrade_url = fields.upgrade_url;
    this.requestId = fields.requestId;
    this.retryable = fields.retryable ?? false;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** 401: no key, or one that is wrong, expired or revoked. */
export class AuthenticationError extends MailwrightError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key may not do this, or the account may not yet. */
export class PermissionError extends MailwrightError {
  override readonly name = 'PermissionError';
}

/** 404: there is no such object, or it is another account's. */
export class NotFoundError extends MailwrightError {
  override readonly name = 'NotFoundError';
}

/** 400: `issues` has each fault. */
export class ValidationError extends MailwrightError {
  override readonly name = 'ValidationError';
  get issues(): Issue[] {
    return (this.details?.issues as Issue[] | undefined) ?? [];
  }
}

/** 422: recipients are suppressed or opted out; nothing was sent. */
export class SuppressedError extends MailwrightError {
  override readonly name = 'SuppressedError';
  /** Addresses that are on the suppression list. */
  get suppressed(): string[] {
    return (this.details?.suppressed as string[] | undefined) ?? [];
  }
  /** Addresses that opted out of the email's category. */
  get categoryUnsubscribed(): string[] {
    return (this.details?.category_unsubscribed as string[] | undefined) ?? [];
  }
  /** The record that was kept of the refusal. */
  get emailId(): string | undefined {
    return this.details?.email_id as string | undefined;
  }
}

/** 409: another request was first, or the object's state does not allow it. */
export class ConflictError extends MailwrightError {
  override readonly name = 'ConflictError';
}

/** rate_limited: too many requests at a time. */
export class RateLimitError extends MailwrightError {
  override readonly name = 'RateLimitError';
}

/** plan_limit, daily_ramp_limit: what the plan or today's ramp allows is used up. */
export class LimitError extends MailwrightError {
  override readonly name = 'LimitError';
}

/** 5xx. */
export class ServerError extends MailwrightError {
  override readonly name = 'ServerError';
}

/** No answer came: refused, reset or timed out. Whether the request was carried out is not known. */
export class ConnectionError extends MailwrightError {
  override readonly name = 'ConnectionError';
  /** True when `timeoutMs` passed without an answer. */
  readonly timeout: boolean;

  constructor(fields: Omit<ErrorFields, 'status'> & { timeout: boolean }) {
    super({ ...fields, status: 0 });
    this.timeout = fields.timeout;
  }
}

const byStatus: Record<number, typeof MailwrightError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: SuppressedError,
  429: RateLimitError,
};

const byCode = new Map<string, typeof MailwrightError>([
  ['plan_limit', LimitError],
  ['daily_ramp_limit', LimitError],
  ['rate_limited', RateLimitError],
]);

/** The error of an answer, in the class that its code and status name. */
export function errorOf(fields: ErrorFields): MailwrightError {
  const { status, code = '' } = fields;
  const Named = byCode.get(code) ?? byStatus[status] ?? (status >= 500 ? ServerError : MailwrightError);
  return new Named(fields);
}

/** True for an error of this SDK, of any copy of the package in the process, with this code. */
export const isMailwrightError = (error: unknown, code?: string): error is MailwrightError =>
  typeof error === 'object' &&
  error !== null &&
  brand in error &&
  (code === undefined || (error as { code?: string }).code === code);

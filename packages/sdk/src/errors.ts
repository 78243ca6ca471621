/** One issue in a request, with its path, such as `to[1]`. */
export type Issue = { path: string; rule: string; message: string };

export type ErrorFields = {
  message: string;
  /** The HTTP status, or 0 without a response. */
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

/** An error from the service, or no response. `message` is for people, `code` for programs. */
export class MailwrightError extends Error {
  override readonly name: string = 'MailwrightError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  readonly code: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly hint: string | undefined;
  readonly docs_url: string | undefined;
  readonly upgrade_url: string | undefined;
  /** Include it when you contact the operator. */
  readonly requestId: string | undefined;
  /** The same request can be retried, with the same Idempotency-Key. */
  readonly retryable: boolean;
  /** Milliseconds the service asks you to wait. */
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

/** 401: the key is missing, wrong, expired, or revoked. */
export class AuthenticationError extends MailwrightError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key or the account isn't allowed to do this. */
export class PermissionError extends MailwrightError {
  override readonly name = 'PermissionError';
}

/** 404: the object doesn't exist, or belongs to another account. */
export class NotFoundError extends MailwrightError {
  override readonly name = 'NotFoundError';
}

/** 400: `issues` lists each invalid field. */
export class ValidationError extends MailwrightError {
  override readonly name = 'ValidationError';
  get issues(): Issue[] {
    return (this.details?.issues as Issue[] | undefined) ?? [];
  }
}

/** 422: recipients are suppressed or opted out, and nothing was sent. */
export class SuppressedError extends MailwrightError {
  override readonly name = 'SuppressedError';
  /** Addresses on the suppression list. */
  get suppressed(): string[] {
    return (this.details?.suppressed as string[] | undefined) ?? [];
  }
  /** Addresses that opted out of the email's category. */
  get categoryUnsubscribed(): string[] {
    return (this.details?.category_unsubscribed as string[] | undefined) ?? [];
  }
  /** The id of the email record that was kept. */
  get emailId(): string | undefined {
    return this.details?.email_id as string | undefined;
  }
}

/** 409: another request came first, or the object's state doesn't allow it. */
export class ConflictError extends MailwrightError {
  override readonly name = 'ConflictError';
}

/** rate_limited: too many requests. */
export class RateLimitError extends MailwrightError {
  override readonly name = 'RateLimitError';
}

/** plan_limit, daily_ramp_limit: the plan's limit or today's ramp limit is reached. */
export class LimitError extends MailwrightError {
  override readonly name = 'LimitError';
}

/** 5xx: the service failed. */
export class ServerError extends MailwrightError {
  override readonly name = 'ServerError';
}

/** No response: the connection was refused, reset, or timed out. The request may have been carried out. */
export class ConnectionError extends MailwrightError {
  override readonly name = 'ConnectionError';
  /** True if `timeoutMs` passed without a response. */
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

/** The error for a response, in the class for its code and status. */
export function errorOf(fields: ErrorFields): MailwrightError {
  const { status, code = '' } = fields;
  const Named = byCode.get(code) ?? byStatus[status] ?? (status >= 500 ? ServerError : MailwrightError);
  return new Named(fields);
}

/** Whether this is an SDK error, optionally with this code. Works across copies of the package. */
export const isMailwrightError = (error: unknown, code?: string): error is MailwrightError =>
  typeof error === 'object' &&
  error !== null &&
  brand in error &&
  (code === undefined || (error as { code?: string }).code === code);

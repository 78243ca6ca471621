type Wire = [name: string, status: number];

// Error names and statuses of SES v2 (REST) on the wire. The SDK makes `error.name` from them.
const catalogue = {
  rejected: ['MessageRejected', 400],
  throttled: ['TooManyRequestsException', 429],
  invalid: ['BadRequestException', 400],
  paused: ['SendingPausedException', 400],
  account_suspended: ['AccountSuspendedException', 400],
  expired: ['ExpiredTokenException', 403],
  wrong_key: ['UnrecognizedClientException', 403],
  denied: ['AccessDeniedException', 403],
  unknown: ['SomethingNewException', 400],
  exists: ['AlreadyExistsException', 400],
  not_found: ['NotFoundException', 404],
  unknown_call: ['UnknownOperationException', 404],
  failure: ['InternalServiceErrorException', 500],
} satisfies Record<string, Wire>;

export type SesErrorCode = keyof typeof catalogue;

/** The names that differ in SES v1 (Query), for receipt rules. */
const queryNames: Partial<Record<SesErrorCode, Wire>> = {
  exists: ['AlreadyExists', 400],
  not_found: ['InvalidParameterValue', 400],
  unknown_call: ['InvalidAction', 400],
  failure: ['InternalFailure', 500],
};

/** An SES error. Each protocol writes it in its own form. */
export class SesError extends Error {
  readonly code: SesErrorCode;

  constructor(code: SesErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The error on the wire for any thrown value. */
export function wireError(
  error: unknown,
  version: 'v1' | 'v2',
): { name: string; status: number; message: string } {
  const code = error instanceof SesError ? error.code : 'failure';
  const [name, status] = (version === 'v1' && queryNames[code]) || catalogue[code];
  return { name, status, message: error instanceof Error ? error.message : String(error) };
}

/** The HTTP response, whatever the protocol. */
export type Answer = {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** True if the call sent a message that was accepted, so that a test can lose its response. */
  tookMessage?: boolean;
};

export function json(status: number, value: unknown, headers?: Record<string, string>): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value ?? {}), headers };
}

type Wire = [name: string, status: number];

// The names and statuses on the wire of SES v2 (REST), as the SDK turns them into `error.name`.
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

/** Those of SES v1 (Query), as far as they differ for rules of received mail. */
const queryNames: Partial<Record<SesErrorCode, Wire>> = {
  exists: ['AlreadyExists', 400],
  not_found: ['InvalidParameterValue', 400],
  unknown_call: ['InvalidAction', 400],
  failure: ['InternalFailure', 500],
};

/** A refusal of SES; each protocol writes it in its own shape. */
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

/** The answer over HTTP, whatever the protocol. */
export type Answer = {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** Set when the call sent a message that was accepted, so that its answer can be lost on purpose. */
  tookMessage?: boolean;
};

export function json(status: number, value: unknown, headers?: Record<string, string>): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value ?? {}), headers };
}

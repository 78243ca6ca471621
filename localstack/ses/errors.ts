type Wire = [name: string, status: number];

// The names and statuses on the wire of SES v1 (Query) and v2 (REST), as the SDKs turn them into `error.name`.
const catalogue = {
  rejected: { v1: ['MessageRejected', 400], v2: ['MessageRejected', 400] },
  throttled: { v1: ['Throttling', 400], v2: ['TooManyRequestsException', 429] },
  invalid: { v1: ['InvalidParameterValue', 400], v2: ['BadRequestException', 400] },
  no_such_set: { v1: ['ConfigurationSetDoesNotExist', 400], v2: ['NotFoundException', 404] },
  set_paused: { v1: ['ConfigurationSetSendingPausedException', 400], v2: ['SendingPausedException', 400] },
  account_paused: { v1: ['AccountSendingPausedException', 400], v2: ['SendingPausedException', 400] },
  // A review of AWS pauses with a text of v1, and a name of its own in v2.
  account_blocked: { v1: ['MessageRejected', 400], v2: ['SendingPausedException', 400] },
  tenant_paused: { v1: ['MessageRejected', 400], v2: ['SendingPausedException', 400] },
  account_suspended: { v1: ['MessageRejected', 400], v2: ['AccountSuspendedException', 400] },
  expired: { v1: ['ExpiredToken', 403], v2: ['ExpiredTokenException', 403] },
  wrong_key: { v1: ['InvalidClientTokenId', 403], v2: ['UnrecognizedClientException', 403] },
  denied: { v1: ['AccessDenied', 403], v2: ['AccessDeniedException', 403] },
  unknown: { v1: ['SomethingNew', 400], v2: ['SomethingNewException', 400] },
  not_associated: { v1: ['AccessDenied', 403], v2: ['AccessDeniedException', 403] },
  exists: { v1: ['AlreadyExists', 400], v2: ['AlreadyExistsException', 400] },
  not_found: { v1: ['InvalidParameterValue', 400], v2: ['NotFoundException', 404] },
  unknown_call: { v1: ['InvalidAction', 400], v2: ['UnknownOperationException', 404] },
  failure: { v1: ['InternalFailure', 500], v2: ['InternalServiceErrorException', 500] },
} satisfies Record<string, { v1: Wire; v2: Wire }>;

export type SesErrorCode = keyof typeof catalogue;

/** A refusal of SES; each protocol writes it in its own shape. */
export class SesError extends Error {
  readonly code: SesErrorCode;

  constructor(code: SesErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What goes on the wire for any thrown value. */
export function wireError(
  error: unknown,
  version: 'v1' | 'v2',
): { name: string; status: number; message: string } {
  const code = error instanceof SesError ? error.code : 'failure';
  const [name, status] = catalogue[code][version];
  return { name, status, message: error instanceof Error ? error.message : String(error) };
}

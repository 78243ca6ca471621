import type { components, operations } from './api.d.ts';

export type Schemas = components['schemas'];
type Operations = operations;
type Operation = keyof Operations;

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Json } } ? Json : never;
type Success = 200 | 201 | 202;

/** The answer of an operation, of any 2xx status, as it is on the wire. */
export type Result<Op extends Operation> = JsonOf<
  Operations[Op]['responses'][keyof Operations[Op]['responses'] & Success]
>;

type RawBody<Op extends Operation> = Operations[Op] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

/** One file of an email: its bytes in base64, or the `att_` id of an upload. */
export type SendAttachment =
  | { name: string; content_type?: string; data: string; content_id?: string }
  | { id: string; content_id?: string };

/** Body of POST /emails and each item of a batch. */
export type SendRequest = Omit<Schemas['SendRequest'], 'attachments'> & { attachments?: SendAttachment[] };

/** The JSON body of an operation. */
export type Body<Op extends Operation> = Op extends 'postEmails'
  ? SendRequest
  : Op extends 'postEmailsBatch'
    ? { emails: Omit<SendRequest, 'attachments'>[] }
    : RawBody<Op>;

/** The body of an action, without its name. */
export type ActionOf<Op extends Operation> = Omit<RawBody<Op>, 'action'>;

type RawQuery<Op extends Operation> = Operations[Op] extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;

type Numeric = 'limit' | 'days';

/** The query of an operation; numbers and booleans may be given as such. */
export type Query<Op extends Operation> = {
  [Name in keyof RawQuery<Op>]:
    | RawQuery<Op>[Name]
    | (Name extends Numeric ? number : Name extends 'force' ? boolean : never);
};

/** Options of one call. */
export type CallOptions = {
  /** Ends the call and its waits; what is thrown is the signal's reason, as by fetch. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each try. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
};

/** Options of a POST that the service answers once only (D64). */
export type KeyedOptions = CallOptions & {
  /** 1-255 printable ASCII characters without a comma; by itself `sdk-` and a UUID. */
  idempotencyKey?: string | undefined;
};

/** The rate of requests, as an answer's headers say. */
export type RateLimit = { limit: number; remaining: number; reset: number };

/** The argument of `onResponse`; `path` is without its query, which may hold addresses. */
export type ResponseInfo = {
  method: string;
  path: string;
  status: number;
  requestId: string | undefined;
  /** 1 for the first try. */
  attempt: number;
  ms: number;
  ratelimit: RateLimit | undefined;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type MailwrightOptions = {
  /** `svc_…`; MAILWRIGHT_API_KEY when absent. */
  apiKey?: string | undefined;
  /** `https://…/api`; MAILWRIGHT_BASE_URL when absent. */
  baseUrl?: string | undefined;
  /** Milliseconds for each try: 30,000 when absent. */
  timeoutMs?: number | undefined;
  /** Tries after the first: 2 when absent. */
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Put before the SDK's own name. */
  userAgent?: string | undefined;
  /** Called after each answer; an error that it throws is ignored, since the email is accepted by then. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Keys are for servers: in a browser everybody who loads the page has the key. */
  dangerouslyAllowBrowser?: boolean | undefined;
};

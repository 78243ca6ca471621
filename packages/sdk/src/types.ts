/** A file in the request of a send. */
export type InlineFile = {
  /** The file name. */
  name: string;
  /** The media type. By default, it follows from the file extension. */
  content_type?: string;
  /** The bytes, or a string of their base64. */
  data: string | Uint8Array;
  /** For `<img src="cid:…">`. */
  content_id?: string;
};

/** A file that was uploaded before. */
type UploadedFile = {
  /** The `att_` id that `attachments.upload` returned. */
  id: string;
  /** For `<img src="cid:…">`. */
  content_id?: string;
};

/** One file of an email: its bytes, or the id of an upload. */
export type SendAttachment = InlineFile | UploadedFile;

/** Options of one call. */
export type CallOptions = {
  /** Ends the call and its waits; what is thrown is the signal's reason, as by fetch. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each try. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
};

/** Options of a POST that the service answers once only. */
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

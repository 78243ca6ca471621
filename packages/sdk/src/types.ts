/** A file included in a send. */
export type InlineFile = {
  /** The file name. */
  name: string;
  /** The media type. By default, it follows from the file extension. */
  content_type?: string;
  /** The bytes, or a base64 string of them. */
  data: string | Uint8Array;
  /** For `<img src="cid:…">`. */
  content_id?: string;
};

/** A file uploaded earlier. */
type UploadedFile = {
  /** The `att_` id that `attachments.upload` returned. */
  id: string;
  /** For `<img src="cid:…">`. */
  content_id?: string;
};

/** An email's file: its bytes, or the id of an upload. */
export type SendAttachment = InlineFile | UploadedFile;

/** Options for a single call. */
export type CallOptions = {
  /** Aborts the call and its waits. Throws the signal's reason, like fetch. */
  signal?: AbortSignal | undefined;
  /** Timeout of each try in milliseconds. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
};

/** Options of a POST with an idempotency key. */
export type KeyedOptions = CallOptions & {
  /** 1-255 printable ASCII characters without a comma. By default `sdk-` and a UUID. */
  idempotencyKey?: string | undefined;
};

/** The request rate, from the response headers. */
export type RateLimit = { limit: number; remaining: number; reset: number };

/** The argument of `onResponse`. `path` is without its query, which may include addresses. */
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
  /** `svc_…`. Defaults to MAILWRIGHT_API_KEY. */
  apiKey?: string | undefined;
  /** `https://…/api`. Defaults to MAILWRIGHT_BASE_URL. */
  baseUrl?: string | undefined;
  /** Timeout of each try in milliseconds; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Retries after the first attempt. Defaults to 2. */
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Added before the SDK's own name. */
  userAgent?: string | undefined;
  /** Called after each response. Errors it throws are ignored, because the email is accepted by then. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Allows use in a browser, where everyone who loads the page can read the key. Keys are for servers. */
  dangerouslyAllowBrowser?: boolean | undefined;
};

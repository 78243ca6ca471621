/** An API response. `body` is {} when it isn't JSON. */
export type Answer = { status: number; body: Record<string, unknown> };

const patience_ms = 10_000;

/** Calls the API like a customer. Throws when no server answers. */
export async function callApi(
  url: string,
  { method = 'GET', api_key, body }: { method?: string; api_key?: string; body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(patience_ms),
    headers: {
      ...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answered = await response.json().catch(() => ({}));
  return { status: response.status, body: answered as Answer['body'] };
}

export function describeAnswer({ status, body }: Answer): string {
  const { message } = (body.error ?? {}) as { message?: string };
  return message === undefined ? `${status}` : `${status}: ${message}`;
}

/** The cause has the host and port. The error itself only says "fetch failed". */
export const reasonOf = (error: Error) => (error.cause as Error | undefined)?.message || error.message;

/** The result of a working link. `fix` is set if something outside the mail path is missing. */
export type Seen = string | { what: string; fix: string };

/** A broken link. `message` says what happened, and `fix` what to do. */
export class Broken extends Error {
  readonly fix: string;
  constructor(what: string, fix: string) {
    super(what);
    this.fix = fix;
  }
}

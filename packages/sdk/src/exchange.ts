import { ConnectionError } from './errors.ts';
import type { Settings } from './options.ts';
import type { Runtime } from './runtime.ts';
import type { RateLimit } from './types.ts';

/** A request. It is the same for each try. */
export type Exchange = {
  method: string;
  path: string;
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Whether the request can be retried if there is no response. */
  repeatable: boolean;
};

/** A complete response. */
export type Answer = { status: number; headers: Headers; text: string };

const timedOut = Symbol('timed out');

/** Aborts with the caller's signal, or with `timedOut` when the time is up. */
function limited(signal: AbortSignal | undefined, timeoutMs: number, timer: Runtime['timer']) {
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  const cancel = timer(timeoutMs, () => controller.abort(timedOut));
  const end = () => {
    cancel();
    signal?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, end };
}

/** A failed connection's message and code only, because the error may include private data. */
function causeOf(error: unknown, apiKey: string): Error {
  const { cause, message, code } = (error ?? {}) as { cause?: unknown; message?: unknown; code?: unknown };
  if (cause !== undefined && cause !== null) return causeOf(cause, apiKey);
  const shown = new Error(String(message ?? error).replaceAll(apiKey, 'svc_…'));
  return typeof code === 'string' ? Object.assign(shown, { code }) : shown;
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`ratelimit-${name}`) ?? Number.NaN),
  );
  if (Number.isNaN(limit) || limit === undefined) return undefined;
  return { limit, remaining: remaining ?? 0, reset: reset ?? 0 };
}

/**
 * Makes one try and returns the whole response, whatever its status. Throws a ConnectionError, or the
 * signal's reason if aborted.
 */
export async function exchange(settings: Settings, made: Exchange, attempt: number): Promise<Answer> {
  const { method, path, url, init, timeoutMs, signal: given, repeatable } = made;
  const began = settings.runtime.now();
  const { signal, end } = limited(given, timeoutMs, settings.runtime.timer);
  let answer: Answer;
  try {
    signal.throwIfAborted();
    const response = await settings.fetch(url, { ...init, signal });
    answer = { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    if (given?.aborted) throw given.reason;
    const timeout = signal.reason === timedOut;
    const cause = timeout ? undefined : causeOf(error, settings.apiKey);
    const why = timeout ? `within ${timeoutMs} ms` : `(${cause?.message})`;
    const message = `No response to ${method} ${path} ${why}`;
    throw new ConnectionError({ message, timeout, retryable: repeatable, cause });
  } finally {
    end();
  }
  const info = {
    method,
    path,
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    attempt,
    ms: settings.runtime.now() - began,
    ratelimit: rateLimitOf(answer.headers),
  };
  // The request has already succeeded, so an error in the caller's log must not look like a failed send.
  new Promise<void>((done) => done(settings.onResponse?.(info))).catch(() => {});
  return answer;
}

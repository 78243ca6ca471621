import { base64Of } from './bytes.ts';
import { type Exchange, exchange } from './exchange.ts';
import { checkLimits, type Settings } from './options.ts';
import { readAnswer } from './read-answer.ts';
import { retried } from './retry.ts';
import type { KeyedOptions } from './types.ts';

export type QueryValues = Record<string, string | number | boolean | null | undefined>;

type CallRequest = {
  query?: QueryValues | undefined;
  body?: unknown;
  /** The operation takes an Idempotency-Key. Each call gets one, and can be retried without a response. */
  keyed?: boolean;
  /** The operation may take a key. Each call gets one, but isn't retried without a response. */
  mayTakeKey?: boolean;
  /** The response member to return, or its possible names. */
  unwrap?: string | string[];
  /** A member that all of the service's responses include. A response without it came from elsewhere. */
  has?: string;
  /** Responses that are CSV, or any type except JSON, are returned as they are. */
  text?: 'csv' | 'any';
};

/** How a method makes its request, and what it returns from the response. */
export type Operation = Omit<CallRequest, 'query' | 'body' | 'mayTakeKey'> & {
  method: string;
  path: string;
  /** Where `params` are sent. */
  takes?: 'body' | 'query';
  /** The member of a page that has the items. */
  list?: string;
};

/** A resource's operations by name, including nested resources. */
export type Operations = { [name: string]: Operation | Operations };

export type Call = <T>(
  method: string,
  path: string,
  request?: CallRequest,
  options?: KeyedOptions,
) => Promise<T>;

/** An id, percent-encoded. Throws a TypeError if it would change the path. */
export function pathPart(id: unknown): string {
  if (typeof id === 'string' && id !== '' && id !== '.' && id !== '..') return encodeURIComponent(id);
  throw new TypeError(`An id must be a string, but not "", ".", or "..". Received ${JSON.stringify(id)}`);
}

function urlOf({ baseUrl }: Settings, to: string, query: QueryValues = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, String(value));
  return `${baseUrl}${to}${search.size > 0 ? `?${search}` : ''}`;
}

/** A body member as JSON, with bytes as base64. By this point, a Buffer has already become a list. */
function inJson(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = this[name];
  if (!ArrayBuffer.isView(given)) return value;
  return base64Of(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
}

function exchangeOf(
  settings: Settings,
  method: string,
  to: string,
  { query, body, keyed = false, mayTakeKey = keyed, text }: CallRequest,
  options: KeyedOptions,
): Exchange {
  // Created here, so an invalid header value is an immediate TypeError instead of a connection error.
  const headers = new Headers({ 'user-agent': settings.userAgent, ...options.headers });
  const given = options.idempotencyKey ?? headers.get('idempotency-key') ?? undefined;
  const key = given ?? (mayTakeKey ? `sdk-${settings.runtime.uuid()}` : undefined);
  headers.set('accept', text ? '*/*' : 'application/json');
  headers.set('authorization', `Bearer ${settings.apiKey}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (key !== undefined) headers.set('idempotency-key', key);
  return {
    method,
    path: to,
    url: urlOf(settings, to, query),
    init: {
      method,
      headers: Object.fromEntries(headers),
      // A POST that follows a redirect would become a GET and lose its email.
      redirect: method === 'GET' ? 'follow' : 'manual',
      ...(body !== undefined && { body: JSON.stringify(body, inJson) }),
    },
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    signal: options.signal,
    repeatable: method === 'GET' || (keyed && key !== undefined),
  };
}

/** Makes requests and retries them by D63, with the same key and bytes. */
export function createCall(settings: Settings): Call {
  return async <T>(
    method: string,
    to: string,
    request: CallRequest = {},
    options: KeyedOptions = {},
  ): Promise<T> => {
    checkLimits(options);
    const made = exchangeOf(settings, method, to, request, options);
    return retried(settings, options, async (attempt, unanswered) => {
      const answer = await exchange(settings, made, attempt);
      const tries = { unanswered, repeatable: made.repeatable };
      return readAnswer(answer, { ...request, ...tries, now: settings.runtime.now() }) as T;
    });
  };
}

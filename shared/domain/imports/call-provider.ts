import type { Base } from '../context.ts';
import type { Providers } from '../ports/imports.ts';
import { type ProviderAnswer, providerAnswer } from './provider-answer.ts';
import type { Call, Called, Connection } from './providers/provider.ts';

/** How many milliseconds to wait before each try, if a call has no usable response. */
const pauses_ms = [0, 1_000, 3_000];

/** Milliseconds that a call or lookup may exceed its request's time. */
const grace_ms = 2_000;

export const ok = <T>(value: T) => ({ outcome: 'ok', value }) as const;

export const mapped = <T, Value>(called: Called<T>, change: (value: T) => Value): Called<Value> =>
  called.outcome === 'ok' ? ok(change(called.value)) : called;

/** Milliseconds left in a request for work already begun. */
export const leftOf = (ctx: Base, { until }: Pick<Connection, 'until'>): number =>
  Math.max(1, until + grace_ms - ctx.runtime.now());

/** A request with the key its path needs. It times out with the caller's request. */
export function requestOf(
  ctx: Base,
  connection: Connection,
  { path, field = 'api_key' }: Pick<Call<unknown>, 'path' | 'field'>,
) {
  const { name, provider, region, keys, seen } = connection;
  seen.calls++;
  return {
    provider: name,
    region,
    path,
    headers: provider.headers(keys[field] ?? '', field),
    timeout_ms: leftOf(ctx, connection),
  };
}

const late = { outcome: 'wait', seconds: 0 } as const;

/** Sleeps if enough time remains for a call. Returns whether it slept. */
async function waitIn(ctx: Base, { until }: Connection, ms: number): Promise<boolean> {
  if (ctx.runtime.now() + ms >= until) return false;
  await ctx.runtime.sleep(ms);
  return true;
}

/**
 * Retries a call while that may help: after a 429 if its wait fits in the request, and up to three times
 * without a usable response. A wait of 0 seconds means the request's time is over, not a provider fault.
 */
export async function tryCalls<T>(
  ctx: Base,
  connection: Connection,
  call: () => Promise<Called<T>>,
): Promise<Called<T>> {
  const { until } = connection;
  for (let failures = 0; ; ) {
    if (ctx.runtime.now() >= until) return late;
    const answer = await call();
    if (answer.outcome === 'ok') return answer;
    // The end of the request cut the first try short, which says nothing about the provider.
    const isCut = failures === 0 && ctx.runtime.now() >= until + grace_ms;
    if (answer.outcome === 'unavailable' && isCut) return late;
    if (answer.outcome === 'wait') {
      if (!(await waitIn(ctx, connection, answer.seconds * 1000))) return answer;
      connection.seen.waits++;
      continue;
    }
    if (answer.outcome !== 'unavailable' && answer.outcome !== 'bad_answer') return answer;
    const pause = pauses_ms[++failures];
    if (pause === undefined || !(await waitIn(ctx, connection, pause))) return answer;
  }
}

export const callProvider = <T>(
  ctx: Base & Providers,
  connection: Connection,
  call: Call<T>,
): Promise<Called<T>> =>
  tryCalls(ctx, connection, async () => {
    const response = await ctx.providers.get(requestOf(ctx, connection, call));
    const timing = { now: ctx.runtime.now(), usual_s: connection.provider.usual_wait_s };
    const answer: ProviderAnswer = providerAnswer(response, timing);
    if (answer.outcome !== 'ok') return answer;
    const value = call.read(answer.body, answer.bytes);
    return value === null ? { outcome: 'bad_answer', status: 200 } : ok(value);
  });

/** A value computed once per request. */
export function once<T>({ remembered }: Connection, name: string, find: () => Promise<T>): Promise<T> {
  const known = (remembered.get(name) as Promise<T> | undefined) ?? find();
  remembered.set(name, known);
  return known;
}

/** A response that is fetched once per request, and again only if it wasn't usable. */
export const remember = <T>(
  connection: Connection,
  name: string,
  read: () => Promise<Called<T>>,
): Promise<Called<T>> =>
  once(connection, name, async () => {
    const called = await read();
    if (called.outcome !== 'ok') connection.remembered.delete(name);
    return called;
  });

import type { ImportProvider, ImportRegion } from '../../core/records/imports.ts';
import type { Base } from '../context.ts';
import type { Providers } from '../ports/imports.ts';
import { type ProviderAnswer, providerAnswer } from './provider-answer.ts';
import type { Provider } from './providers/provider.ts';

/** Milliseconds before each try of a call that gets no usable answer (M11), and of one call in all (M19). */
const pauses_ms = [0, 1_000, 3_000];
const call_ms = 10_000;

/** Milliseconds that a call may run on after the time of its request (M16). */
const grace_ms = 2_000;

export type Connection = {
  name: ImportProvider;
  provider: Provider;
  region: ImportRegion | null;
  /** In the memory of this request, and nowhere else (M13). */
  api_key: string;
  /** Epoch ms: later no call begins. */
  until: number;
  /** What this request has asked of the provider so far. */
  seen: { calls: number; waits: number };
};

/** Like `ProviderAnswer`, with the body as the caller of the call understands it. */
export type Called<T> = { outcome: 'ok'; value: T } | Exclude<ProviderAnswer, { outcome: 'ok' }>;

async function ask(
  ctx: Base & Providers,
  { name, provider, region, api_key, until, seen }: Connection,
  path: string,
): Promise<ProviderAnswer> {
  seen.calls++;
  const response = await ctx.providers.get({
    ...{ provider: name, region, path },
    headers: provider.headers(api_key),
    timeout_ms: Math.max(1, Math.min(call_ms, until + grace_ms - ctx.runtime.now())),
  });
  return providerAnswer(response, { now: ctx.runtime.now(), usual_s: provider.usual_wait_s });
}

/** Sleeps when that leaves time for a call; whether it did. */
async function waitIn(ctx: Base, { until }: Connection, ms: number): Promise<boolean> {
  if (ctx.runtime.now() + ms >= until) return false;
  await ctx.runtime.sleep(ms);
  return true;
}

/**
 * One GET with the customer's key. A 429 is waited for when the wait fits into the request (M10); without a usable answer it is
 * asked three times (M11). `read` returns null for a body of another shape.
 */
export async function callProvider<T>(
  ctx: Base & Providers,
  connection: Connection,
  { path, read }: { path: string; read: (body: unknown) => T | null },
): Promise<Called<T>> {
  for (let failures = 0; ; ) {
    const answer = await ask(ctx, connection, path);
    const value = answer.outcome === 'ok' ? read(answer.body) : null;
    if (value !== null) return { outcome: 'ok', value };
    if (answer.outcome === 'wait') {
      if (!(await waitIn(ctx, connection, answer.seconds * 1000))) return answer;
      connection.seen.waits++;
      continue;
    }
    const failed: Exclude<typeof answer, { outcome: 'ok' }> =
      answer.outcome === 'ok' ? { outcome: 'bad_answer', status: 200 } : answer;
    if (failed.outcome !== 'unavailable' && failed.outcome !== 'bad_answer') return failed;
    const pause = pauses_ms[++failures];
    if (pause === undefined || !(await waitIn(ctx, connection, pause))) return failed;
  }
}

import { HostError } from '../../core/dns-host.ts';
import { isObject } from '../../core/json-path.ts';
import type { Runtime } from '../../core/runtime.ts';

const request_ms = 5_000;

/** Max milliseconds that one apply waits in total for a rate-limiting host. */
const wait_ms = 5_000;

export type HostAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

export type HostRequest = (method: string, path: string, body?: unknown) => Promise<HostAnswer>;

const down = () => new HostError('down', 'the DNS host did not answer');

async function ask(url: string, init: RequestInit): Promise<HostAnswer> {
  try {
    const signal = AbortSignal.timeout(request_ms);
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    const body: unknown = JSON.parse((await response.text()) || '{}');
    if (!isObject(body)) throw down();
    return { status: response.status, headers: response.headers, body };
  } catch {
    throw down();
  }
}

/** Milliseconds until the host accepts requests again, from its headers. By default a second. */
function waitOf({ headers }: HostAnswer, now: number): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(0, seconds) * 1000;
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1000 - now) : 1_000;
}

/**
 * JSON requests to a DNS host with a bearer token. Rate-limited requests are repeated after the stated time,
 * 5 s in total. Throws `HostError` down and rate_limited. The caller handles all other statuses.
 */
export function hostRequests(
  base: string,
  token: string,
  { now, sleep }: Pick<Runtime, 'now' | 'sleep'>,
): HostRequest {
  let waited = 0;
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    for (;;) {
      const answer = await ask(`${base}${path}`, init);
      if (answer.status >= 500) throw down();
      if (answer.status !== 429) return answer;
      const wait = Math.max(100, waitOf(answer, now()));
      if (waited + wait > wait_ms) throw new HostError('rate_limited', 'rate limited. Try again.');
      waited += wait;
      await sleep(wait);
    }
  };
}

/** A host's own words, shortened to one line. */
export const words = (text: unknown): string =>
  String(text ?? 'refused')
    .replace(/\s+/g, ' ')
    .slice(0, 200);

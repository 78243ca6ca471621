import { isObject, jsonIn } from '../../core/json-path.ts';
import type { ProviderResponse } from '../../core/network.ts';

/** `usual_s` is the number of seconds to wait after a 429 that doesn't say how long. */
type Timing = { now: number; usual_s: number };

/** Seconds from now for a delay or an HTTP date. Null if neither. */
function retryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined || text.trim() === '') return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : (at - now) / 1000;
}

/** Epoch milliseconds, epoch seconds, or seconds from now, told apart by size. */
function resetAfter(text: string | undefined, now: number): number | null {
  if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null;
  const number = Number(text);
  if (number > 1e12) return (number - now) / 1000;
  return number > 1e9 ? number - now / 1000 : number;
}

function waitInBody(body: Uint8Array): number | null {
  const text = Buffer.from(body.subarray(0, 4096)).toString('utf8');
  const named = /try again after (\d{1,6}) seconds/i.exec(text)?.[1];
  const parsed = jsonIn(text);
  const seconds = isObject(parsed) ? parsed['retry-seconds'] : undefined;
  if (typeof seconds === 'number' && Number.isFinite(seconds)) return seconds;
  return named === undefined ? null : Number(named);
}

/** Whole seconds, 1 to 300, that a provider's 429 asks to wait, from the first place that says so. */
function waitOf(
  { headers, body }: { headers: Record<string, string | undefined>; body: Uint8Array },
  { now, usual_s }: Timing,
): number {
  const inHeaders = retryAfter(headers['retry-after'], now) ?? resetAfter(headers['x-ratelimit-reset'], now);
  return Math.min(300, Math.max(1, Math.ceil(inHeaders ?? waitInBody(body) ?? usual_s)));
}

/** The outcome of a provider call (T2). Our messages use `status`. */
export type ProviderAnswer =
  | { outcome: 'ok'; body: unknown; bytes: number }
  | { outcome: 'wait'; seconds: number }
  | {
      outcome: 'unauthorized' | 'forbidden' | 'not_found' | 'refused' | 'unavailable' | 'bad_answer';
      status: number;
    };

/**
 * How deeply a response may be nested. No provider nests deeper, and serializing deeper values would overflow
 * the stack.
 */
const maxDepth = 64;

function isDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** JSON without lone surrogates. Escapes can produce them, but paths and the table can't store them. */
function parsed(text: string): unknown {
  const halves = /\\ud[89a-f]/i.test(text);
  const sound = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
  return JSON.parse(text, halves ? sound : undefined);
}

function bodyOf(status: number, bytes: Uint8Array): ProviderAnswer {
  try {
    const body = parsed(decoder.decode(bytes));
    if (!isDeep(body)) return { outcome: 'ok', body, bytes: bytes.length };
  } catch {}
  return { outcome: 'bad_answer', status };
}

const byStatus = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 408: 'unavailable' } as const;

/** Table T2: classifies a response by its status and, for a success, whether it is JSON. */
export function providerAnswer(response: ProviderResponse, timing: Timing): ProviderAnswer {
  if ('error' in response)
    return { outcome: response.error === 'too_large' ? 'bad_answer' : 'unavailable', status: 0 };
  const { status } = response;
  if (status === 429) return { outcome: 'wait', seconds: waitOf(response, timing) };
  if (status >= 200 && status < 300) return bodyOf(status, response.body);
  const known = byStatus[status as keyof typeof byStatus];
  if (known !== undefined) return { outcome: known, status };
  if (status >= 500) return { outcome: 'unavailable', status };
  return { outcome: status >= 400 ? 'refused' : 'bad_answer', status };
}

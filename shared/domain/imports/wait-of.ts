import { isObject, jsonIn } from '../../core/json-path.ts';

/** `usual_s` is the number of seconds to wait after a 429 that doesn't say how long. */
export type Timing = { now: number; usual_s: number };

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
export function waitOf(
  { headers, body }: { headers: Record<string, string | undefined>; body: Uint8Array },
  { now, usual_s }: Timing,
): number {
  const inHeaders = retryAfter(headers['retry-after'], now) ?? resetAfter(headers['x-ratelimit-reset'], now);
  return Math.min(300, Math.max(1, Math.ceil(inHeaders ?? waitInBody(body) ?? usual_s)));
}

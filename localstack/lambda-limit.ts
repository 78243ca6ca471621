import { isUtf8 } from 'node:buffer';

/** What Lambda takes as an event, and as an answer, of one request: bytes of JSON (P26). */
const limit_bytes = 6_291_556;

/** A byte is at most `\u0000` in JSON: what is shorter than this fits, and need not be counted. */
const always_fits = Math.floor(limit_bytes / 6) - 64 * 1024;

/** Whether Lambda carries a body with the rest of its event or answer: as text, or in base64. */
export function fitsLambda(rest: object, body: Buffer, text = isUtf8(body)): boolean {
  if (body.length < always_fits) return true;
  return isLambdaSize(JSON.stringify({ ...rest, body: body.toString(text ? 'utf8' : 'base64') }));
}

export const isLambdaSize = (json: string): boolean => Buffer.byteLength(json) <= limit_bytes;

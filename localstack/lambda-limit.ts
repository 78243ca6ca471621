import { isUtf8 } from 'node:buffer';

/** The most bytes of JSON that Lambda takes as the event and as the answer of one request (P26). */
const limit_bytes = 6_291_556;

/** A byte is at most `\u0000` in JSON: a body shorter than this fits, and need not be counted. */
const always_fits = Math.floor(limit_bytes / 6) - 64 * 1024;

/** Whether Lambda carries a body with the rest of its event or answer: as text, or in base64. */
export function fitsLambda(rest: object, body: Buffer, text = isUtf8(body)): boolean {
  if (body.length < always_fits) return true;
  return isLambdaSize(JSON.stringify({ ...rest, body: body.toString(text ? 'utf8' : 'base64') }));
}

export const isLambdaSize = (json: string): boolean => Buffer.byteLength(json) <= limit_bytes;

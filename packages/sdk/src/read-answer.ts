import { type ErrorFields, errorOf, MailwrightError } from './errors.ts';
import type { Answer } from './exchange.ts';
import { isPassing, retryAfter, type Tries } from './retry.ts';

type Reading = Tries & {
  unwrap?: string | string[];
  has?: string;
  text?: 'csv' | 'any';
  now: number;
};

/** undefined if it isn't JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The message for a response from another program: a proxy, a gateway, or a server at a wrong base URL. */
function foreign(status: number): string {
  if (status === 413) return 'HTTP 413, not from Mailwright. Upload large files with attachments.upload';
  return `HTTP ${status}, not from Mailwright${status < 500 ? '. Does baseUrl end in /api?' : ''}`;
}

function refusalOf({ status, headers, text }: Answer, { now, ...tries }: Reading): MailwrightError {
  const body = parse(text);
  const given = isObject(body) && isObject(body.error) ? (body.error as Partial<ErrorFields>) : {};
  const { code, details, hint, docs_url, upgrade_url } = given;
  return errorOf({
    message: given.message ?? foreign(status),
    status,
    code,
    details,
    hint,
    docs_url,
    upgrade_url,
    requestId: headers.get('x-request-id') ?? undefined,
    retryable: isPassing({ status, code, details }, tries),
    retryAfterMs: retryAfter(headers.get('retry-after'), now),
  });
}

/** Whether a response of this type is text that the caller asked for. */
const isText = (type: string, asked: Reading['text']): boolean =>
  asked === 'csv' ? type.startsWith('text/csv') : asked === 'any' && !type.includes('json');

/** A call's result. Throws for any status except 2xx, and for responses that aren't from the service. */
export function readAnswer(answer: Answer, reading: Reading): unknown {
  const { status, headers, text } = answer;
  const ok = status >= 200 && status < 300;
  const redirected = status === 0 || (status >= 300 && status < 400);
  if (redirected)
    throw new MailwrightError({
      message: `The base URL redirects to ${headers.get('location') ?? 'another address'}. Use that address instead`,
      status,
    });
  if (!ok) throw refusalOf(answer, reading);
  if (isText(headers.get('content-type') ?? '', reading.text)) return text === '' ? undefined : text;
  const body = parse(text);
  const wrong = () =>
    new MailwrightError({
      message: 'The response is not from Mailwright. Does baseUrl end in /api?',
      status,
      requestId: headers.get('x-request-id') ?? undefined,
    });
  if (!isObject(body) && !(reading.text === 'any' && body !== undefined)) throw wrong();
  const { unwrap, has } = reading;
  if (has !== undefined && (!isObject(body) || (body[has] ?? null) === null)) throw wrong();
  if (unwrap === undefined) return body;
  const member = isObject(body) && [unwrap].flat().find((name) => name in body);
  if (!member) throw wrong();
  return body[member];
}

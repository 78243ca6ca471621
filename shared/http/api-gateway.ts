import { isUtf8 } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { isFieldName } from '../core/field-name.ts';
import { pathOf } from './paths.ts';
import type { Gateway } from './router.ts';

/** The event of API Gateway's HTTP APIs (payload format 2.0), as far as it is read here. */
export type GatewayEvent = {
  rawPath: string;
  rawQueryString: string;
  cookies?: string[];
  headers: Record<string, string>;
  requestContext: { http: { method: string; sourceIp: string } };
  body?: string;
  isBase64Encoded: boolean;
};

export type GatewayResult = {
  statusCode: number;
  headers: Record<string, string>;
  cookies?: string[];
  body: string;
  isBase64Encoded: boolean;
};

/** A request whose path is not read from its URL, which would resolve `..` and turn `\` into `/`. */
type RoutedRequest = { request: Request; path: string };

/**
 * The methods that a `Request` carries as they are: it refuses some methods and every text that is no token, and would
 * make GET of `get`, which is another method (RFC 9110 9.1).
 */
const plainMethod = /^(?!(?:CONNECT|TRACE|TRACK)$)[A-Z]+$/;

/**
 * The request as the client wrote it, as far as the event holds it; never throws. API Gateway lower-cases header
 * names and joins repeated ones by commas. A body of GET and HEAD is ignored.
 */
export function toRequest(event: GatewayEvent): RoutedRequest {
  const method = event.requestContext.http.method;
  const query = event.rawQueryString && `?${event.rawQueryString.replaceAll('#', '%23')}`;
  const request = new Request(`http://function/${query}`, {
    method: plainMethod.test(method) ? method : 'UNKNOWN',
    headers: headersOf(event),
    body: method === 'GET' || method === 'HEAD' ? null : bodyOf(event),
  });
  return { request, path: decodedPath(event.rawPath) };
}

/**
 * API Gateway has decoded `rawPath` in spite of its name, so segments are taken literally: decoding again would find
 * paths that the client did not write. Only `%25` may arrive encoded. `%2F` and `/` arrive alike.
 */
function decodedPath(rawPath: string): string {
  return pathOf(rawPath.split('/').map((segment) => segment.replaceAll('%25', '%')));
}

function headersOf({ headers, cookies }: GatewayEvent): Headers {
  const out = new Headers();
  // `Headers` throws for any other name.
  for (const [name, value] of Object.entries(headers))
    if (isFieldName(name)) out.set(name, fieldValue(value));
  if (cookies) out.set('cookie', fieldValue(cookies.join('; ')));
  return out;
}

/** A field value as `Headers` holds it: its UTF-8 bytes, one per character, controls as spaces (RFC 9110 5.5). */
const fieldValue = (value: string): string => Buffer.from(value.replace(/[\0\r\n]/g, ' ')).toString('latin1');

function bodyOf({ body, isBase64Encoded }: GatewayEvent): Uint8Array<ArrayBuffer> | null {
  return body ? Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') : null;
}

/** Below the 6 MB that Lambda answers, with room for the head of the result. */
const max_bytes = 6_000_000;

/**
 * The body in the JSON of the result, where each quote and backslash takes another byte: as text, else as base64, else
 * compressed. A client that names no encoding takes any (RFC 9110 12.5.3), and the answer could not be given otherwise:
 * the largest content of an email, 4 MB, fits then however it is made.
 */
function travelling(bytes: Buffer): Pick<GatewayResult, 'body' | 'isBase64Encoded'> & { gzip?: true } {
  if (isUtf8(bytes)) {
    const body = bytes.toString('utf8');
    // Six bytes at most for each: the exact size is of interest for large bodies only.
    if (bytes.length * 7 < max_bytes || Buffer.byteLength(JSON.stringify(body)) < max_bytes)
      return { body, isBase64Encoded: false };
  }
  const plain = (bytes.length * 4) / 3 < max_bytes;
  const body = (plain ? bytes : gzipSync(bytes)).toString('base64');
  return { body, isBase64Encoded: true, ...(!plain && { gzip: true }) };
}

/** A `Response` in payload format 2.0; a body that is no UTF-8 text travels as base64. */
export async function toResult(response: Response): Promise<GatewayResult> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { gzip, ...body } = travelling(bytes);
  const cookies = response.headers.getSetCookie();
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(headers), ...(gzip && { 'content-encoding': 'gzip' }) },
    ...(cookies.length > 0 && { cookies }),
    ...body,
  };
}

/** An app as a Lambda function behind an HTTP API (payload format 2.0). */
export const gatewayHandler =
  (app: { fetch: (request: Request, env: Gateway) => Response | Promise<Response> }) =>
  async (event: GatewayEvent): Promise<GatewayResult> => {
    const { request, path } = toRequest(event);
    return toResult(await app.fetch(request, { path, address: event.requestContext.http.sourceIp }));
  };

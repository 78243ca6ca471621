import { isUtf8 } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { isFieldName } from '../core/field-name.ts';
import { pathOf } from './paths.ts';
import type { Gateway } from './router.ts';

/** The fields of API Gateway's HTTP API event (payload format 2.0) that are read here. */
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

/** The path comes separately, because the URL parser resolves `..` and turns `\` into `/`. */
type RoutedRequest = { request: Request; path: string };

/**
 * Methods that `Request` keeps unchanged. It rejects some methods and invalid tokens, and turns `get` into
 * GET, which is a different method (RFC 9110 9.1).
 */
const plainMethod = /^(?!(?:CONNECT|TRACE|TRACK)$)[A-Z]+$/;

/**
 * The request as the client sent it, as far as the event shows it. Never throws. API Gateway lower-cases
 * header names and joins repeated headers with commas. Bodies of GET and HEAD are ignored.
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
 * API Gateway decodes `rawPath` despite its name. Segments are taken literally, because decoding twice would
 * produce paths that the client didn't send. Only `%25` may still be encoded. `%2F` and `/` can't be told
 * apart.
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

/** A field value for `Headers`: its UTF-8 bytes, one per character, with controls as spaces (RFC 9110 5.5). */
const fieldValue = (value: string): string => Buffer.from(value.replace(/[\0\r\n]/g, ' ')).toString('latin1');

function bodyOf({ body, isBase64Encoded }: GatewayEvent): Uint8Array<ArrayBuffer> | null {
  return body ? Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') : null;
}

/** Below Lambda's 6 MB response limit, with room for status and headers. */
const max_bytes = 6_000_000;

/**
 * The body for the JSON result, where each quote and backslash takes an extra byte: text if it fits, else
 * base64, else compressed. A client that sends no Accept-Encoding takes any coding (RFC 9110 12.5.3). An
 * email's largest content, 4 MB, always fits.
 */
function travelling(bytes: Buffer): Pick<GatewayResult, 'body' | 'isBase64Encoded'> & { gzip?: true } {
  if (isUtf8(bytes)) {
    const body = bytes.toString('utf8');
    // An escape takes at most six bytes, so only large bodies need the exact size.
    if (bytes.length * 7 < max_bytes || Buffer.byteLength(JSON.stringify(body)) < max_bytes)
      return { body, isBase64Encoded: false };
  }
  const plain = (bytes.length * 4) / 3 < max_bytes;
  const body = (plain ? bytes : gzipSync(bytes)).toString('base64');
  return { body, isBase64Encoded: true, ...(!plain && { gzip: true }) };
}

/** A `Response` in payload format 2.0. A body that isn't UTF-8 text is sent as base64. */
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

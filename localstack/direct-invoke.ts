import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type AwsApi, invokeFunction } from './aws-api.ts';
import { functionOf } from './concurrency.ts';
import type { Outputs } from './deploy.ts';

export type Answer = { status: number; headers: Record<string, string | string[]>; body: Buffer };

/**
 * Invokes a function as API Gateway would (payload format 2.0), with the body in base64. It bypasses the emulator's
 * gateway, which damages text bodies that aren't UTF-8, and works where there is no gateway (P49).
 */
export async function invokeDirectly(
  aws: AwsApi,
  outputs: Outputs,
  request: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  const event = { ...eventOf(request), body: body.toString('base64'), isBase64Encoded: true };
  const text = await invokeFunction(aws, arnOf(functionOf(path), outputs), event);
  const { statusCode, headers, cookies = [], body: content = '', isBase64Encoded } = JSON.parse(text);
  if (!statusCode || !isLambdaSize(text))
    return { status: 500, headers: {}, body: Buffer.from('{"message":"Internal Server Error"}') };
  return {
    status: statusCode,
    headers: { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) },
    body: Buffer.from(content, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** The output FunctionAttemptWebhook is the ARN of attempt-webhook. */
export function arnOf(name: string, outputs: Outputs): string {
  const pascal = name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return outputs[`Function${pascal}`] ?? '';
}

/** API Gateway and the emulator decode every escape in the path except `%25`. */
function decodePath(path: string): string {
  return path.replace(/(?:%(?!25)[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.slice(1).split('%').join(''), 'hex').toString(),
  );
}

/** The event of a request (payload format 2.0) without its body. */
export function eventOf(request: IncomingMessage) {
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const headers = Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(',')]);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const sourceIp = request.socket.remoteAddress ?? '';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: decodePath(path),
    rawQueryString: query,
    headers: Object.fromEntries(headers),
    ...(query && { queryStringParameters: parameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: request.headers.host,
      http: {
        method: request.method,
        path: decodePath(path),
        protocol: 'HTTP/1.1',
        sourceIp,
        userAgent: request.headers['user-agent'],
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      timeEpoch: Date.now(),
    },
  };
}

/** Whether the emulator serves the HTTP API. Some editions don't (P49). */
export async function servesApi(endpoint: string, apiId: string): Promise<boolean> {
  const page = await fetch(`${endpoint}/_aws/execute-api/${apiId}/$default/llms.txt`).catch(() => undefined);
  return page?.status === 200;
}

/** Lambda's limit for the JSON of one request event or response, in bytes (P26). */
const limit_bytes = 6_291_556;

/** A byte takes at most six characters in JSON (`\u0000`), so a shorter body always fits. */
const always_fits = Math.floor(limit_bytes / 6) - 64 * 1024;

/** Whether a body, as text or base64, fits into a Lambda event or response with `rest`. */
export function fitsLambda(rest: object, body: Buffer, text = isUtf8(body)): boolean {
  if (body.length < always_fits) return true;
  return isLambdaSize(JSON.stringify({ ...rest, body: body.toString(text ? 'utf8' : 'base64') }));
}

const isLambdaSize = (json: string): boolean => Buffer.byteLength(json) <= limit_bytes;

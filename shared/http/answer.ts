import type { AppError } from '../core/errors.ts';
import type { ErrorAnswer } from './schemas.ts';

type Headers = Record<string, string>;
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A body, with optional headers and status. The log gets the ids of the accepted emails, and whether an
 * earlier request accepted them.
 */
type Content<Body> = {
  body: Body;
  headers?: Headers;
  status?: number;
  emails?: string[];
  replayed?: boolean;
};

/** A redirect, 302 by default. */
type Redirect = { redirect: string; headers?: Headers; status?: 302 | 303 };

export type Answer<Body = unknown> = Content<Body> | Redirect;

const jsonType = 'application/json; charset=utf-8';

function respond(status: number, body: string | Bytes | null, headers: Headers): Response {
  return new Response(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

type Answering = { status: number; produces?: string };

/** A route's answer as a `Response`: a redirect, text or bytes of the route's media type, or JSON. */
export function toResponse(route: Answering, answer: Answer, headers: Headers): Response {
  const all = { ...headers, ...answer.headers };
  if ('redirect' in answer) return respond(answer.status ?? 302, null, { ...all, location: answer.redirect });
  const { body, status = route.status } = answer;
  if (status === 204) return respond(status, null, all);
  if (route.produces === undefined) return jsonResponse(status, body, all);
  const content = body instanceof Uint8Array ? (body as Bytes) : String(body);
  return respond(status, content, { 'content-type': route.produces, ...all });
}

function jsonResponse(status: number, body: unknown, headers: Headers): Response {
  return respond(status, JSON.stringify(body), { 'content-type': jsonType, ...headers });
}

/** The error body. A 401 includes only its message (specification, Authentication 2). */
export function errorBody(error: AppError, dashboard_url: string): ErrorAnswer {
  if (error.code === 'unauthorized') return { error: { message: error.message } };
  return {
    error: {
      message: error.message,
      code: error.code,
      ...(error.details && { details: error.details }),
      ...(error.hint && { hint: error.hint }),
      docs_url: `${dashboard_url}/docs/errors#${error.code}`,
      ...(error.upgrade_url && { upgrade_url: error.upgrade_url }),
    },
  };
}

/** An error as a `Response`, with the specification's error object. */
export function toErrorResponse(error: AppError, dashboard_url: string, headers: Headers): Response {
  return jsonResponse(error.status, errorBody(error, dashboard_url), { ...headers, ...error.headers });
}

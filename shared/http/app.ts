import { Hono } from 'hono/tiny';
import { AppError, invalid } from '../core/errors.ts';
import { findControls, parseJson } from '../core/json-body.ts';
import type { Caller, Context } from '../domain/context.ts';
import { authenticate } from '../domain/keys/authenticate.ts';
import { requireScope } from '../domain/keys/require-scope.ts';
import { rateBuckets, rateLimited } from '../domain/limits/rate.ts';
import { foldAliases, formOf, idempotencyKeyOf, parseOrRefuse, queryOf } from './body.ts';
import { readBody } from './body-limit.ts';
import { errorBody, publicError } from './errors.ts';
import { pathOfUrl } from './paths.ts';
import type { Answer, Method, Route } from './route.ts';

type Match = { route: Route; params: Record<string, string> } | { allow: Method[] } | null;

/** Finds the route of a path, one spelled out before one with parameters (C2). */
function matcher(routes: Route[]) {
  const table = routes.map((route) => {
    const names: string[] = [];
    const pattern = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    return { route, names, pattern: new RegExp(`^/api${pattern}$`) };
  });
  return (method: string, path: string): Match => {
    const found = table.flatMap((entry) => {
      const values = entry.pattern.exec(path)?.slice(1);
      return values ? [{ ...entry, values }] : [];
    });
    const spelled = found.filter(({ names }) => names.length === 0);
    const fits = spelled.length > 0 ? spelled : found;
    const hit = fits.find((entry) => entry.route.method === method);
    if (!hit) return fits.length > 0 ? { allow: fits.map((entry) => entry.route.method) } : null;
    return {
      route: hit.route,
      params: Object.fromEntries(hit.names.map((name, i) => [name, decodeURIComponent(hit.values[i] ?? '')])),
    };
  };
}

/** The body as its route takes it: a JSON object (C6), a form, or nothing. */
async function parseBody(route: Route, request: Request): Promise<Record<string, unknown>> {
  if (!route.body && !route.form) return {};
  const bytes = await readBody(route, request);
  if (route.form) return formOf(bytes, request.headers.get('content-type') ?? '');
  const parsed = parseJson(bytes);
  if (parsed instanceof AppError) throw parsed;
  return parsed;
}

/** C12: a route closed to tenant-limited keys comes before its scopes (A9). */
function checkScope(route: Route, caller: Caller): void {
  if (route.scope === null) return;
  if (caller.tenant !== null && route.tenant_keys === 'closed') {
    throw new AppError('forbidden', 'This key is limited to one tenant', {
      details: { reason: 'route_closed' },
    });
  }
  requireScope(caller, route.scope);
}

/** The checks of C12 in their order, and then the verb. */
async function answer(
  ctx: Context,
  route: Route,
  params: Record<string, string>,
  request: Request,
  caller: Caller,
) {
  const parsed = await parseBody(route, request);
  checkScope(route, caller);
  const url = new URL(request.url);
  const found = await route.find?.(ctx, { caller, params, raw: parsed, search: url.searchParams });
  const idempotency_key = idempotencyKeyOf(route.idempotent ? request.headers.get('idempotency-key') : null);
  const query = route.query ? parseOrRefuse(route.query, queryOf(url)) : {};
  const input = { caller, params, query, idempotency_key, found };
  if (!route.body) return route.run(ctx, { ...input, body: {}, raw: parsed });
  const whole = route.items === undefined ? parsed : { ...parsed, [route.items]: null };
  const controls = findControls(whole, route.multiline ?? []);
  if (controls.length > 0) throw invalid(controls);
  const folded = foldAliases(parsed, route.aliases, route.clears);
  const body = parseOrRefuse(route.body, folded.body, folded.issues);
  return route.run(ctx, { ...input, body, raw: folded.body });
}

const respondWith = (status: number, text: string, type: string, headers: Record<string, string>) =>
  new Response(text, { status, headers: { 'content-type': type, 'cache-control': 'no-store', ...headers } });

const json = (status: number, body: unknown, headers: Record<string, string>) =>
  respondWith(status, JSON.stringify(body), 'application/json; charset=utf-8', headers);

/** What a request comes with when its URL does not say its path: see `pathOf`. */
type Env = { Bindings: { path?: string } };

/** An endpoint group: the declarations of its routes, answered under `/api`. */
export function buildApp(ctx: Context, routes: Route[]): Hono<Env> {
  const match = matcher(routes);
  const take = rateBuckets(ctx);
  const app = new Hono<Env>({
    getPath: (request, options) => options?.env?.path ?? pathOfUrl(request.url),
  });
  app.all('*', async (c) => {
    const started = ctx.runtime.now();
    const request_id = ctx.runtime.id('req');
    const headers: Record<string, string> = { 'x-request-id': request_id };
    const request = c.req.raw;
    const log: Record<string, unknown> = { request_id, method: request.method };
    const respond = async (): Promise<Response> => {
      // HEAD is GET without its body, which Hono leaves out (RFC 9110 9.3.2).
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const found = match(method, c.req.path);
      if (found === null) throw new AppError('not_found', 'No such path');
      if ('allow' in found) {
        const allow = [...new Set(found.allow)].join(', ');
        throw new AppError('method_not_allowed', `Use ${allow}`, { headers: { allow } });
      }
      const { route, params } = found;
      log.route = route.path;
      let caller: Caller | null = null;
      if (route.scope !== null) {
        caller = await authenticate(ctx, {
          authorization: request.headers.get('authorization') ?? undefined,
          request_id,
        });
        log.account = caller.account.id;
        const rate = await take(caller.account, route.bucket);
        headers['ratelimit-limit'] = String(rate.limit);
        headers['ratelimit-remaining'] = String(rate.remaining);
        headers['ratelimit-reset'] = String(rate.reset);
        if (rate.retry_after !== null) throw rateLimited(rate.retry_after);
      }
      const result: Answer = await answer(ctx, route, params, request, caller as Caller);
      const status = result.status ?? route.status;
      const all = { ...headers, ...result.headers };
      if (route.produces) return respondWith(status, String(result.body), route.produces, all);
      return json(status, result.body, all);
    };
    const response = await respond().catch((thrown: unknown) => {
      const error = publicError(thrown);
      log.code = error.code;
      if (error.status >= 500) log.cause = describe(thrown);
      return json(error.status, errorBody(error, ctx.settings.dashboard_url), {
        ...headers,
        ...error.headers,
      });
    });
    const level = response.status >= 500 ? 'error' : 'info';
    ctx.log[level]('request', { ...log, status: response.status, ms: ctx.runtime.now() - started });
    return response;
  });
  return app;
}

/** Name and place of an unknown error; its message may quote a caller's data and stays out of the log. */
function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const source = thrown instanceof AppError && thrown.cause instanceof Error ? thrown.cause : thrown;
  const frame = source.stack?.split('\n').find((line) => line.trim().startsWith('at ')) ?? '';
  return `${source.name} ${frame.trim()}`.slice(0, 200);
}

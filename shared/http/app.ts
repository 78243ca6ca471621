import { HonoBase } from 'hono/hono-base';
import { TrieRouter } from 'hono/router/trie-router';
import type { BlankSchema } from 'hono/types';
import { AppError } from '../core/errors.ts';
import { pathOfUrl } from './paths.ts';
import type { Route } from './route.ts';
import { serveRefusal, serveRoute } from './serve.ts';
import type { Serving } from './state.ts';
import { apiKey, type Strategy } from './steps/authenticate.ts';
import { stepsOf } from './steps/order.ts';

/**
 * What the gateway knows and the request does not say: its path where the URL does not hold it (`pathOf`), and the
 * client's address.
 */
type Env = { Bindings: { path?: string; address?: string } };

type App = HonoBase<Env, BlankSchema, string>;

export type AppOptions = {
  /** Where the routes are below the origin. */
  mount?: string;
  /** The ways to authenticate, tried in this order. */
  strategies?: readonly Strategy[];
};

/** An endpoint group: its routes registered with Hono, each behind the checks of C12. */
export function buildApp<C extends Serving>(
  ctx: C,
  routes: readonly Route<C>[],
  options: AppOptions = {},
): App {
  const { mount = '/api', strategies = [apiKey] } = options;
  const steps = stepsOf(ctx, strategies);
  const app: App = emptyApp().basePath(mount);
  for (const [path, declared] of byPath(routes)) {
    for (const route of declared) {
      const serve = serveRoute(ctx, route, steps);
      app.on(route.method, path, (c) => serve(c.req.raw, c.req.param(), c.env?.address ?? null));
    }
    const refuse = serveRefusal(ctx, methodNotAllowed(declared));
    app.all(path, (c) => refuse(c.req.raw));
  }
  const refuse = serveRefusal(ctx, new AppError('not_found', 'No such path'));
  return app.notFound((c) => refuse(c.req.raw));
}

/** The smallest of Hono's routers for which `/emails/` is not `/emails`: 1.4 KB more than hono/tiny. */
function emptyApp(): HonoBase<Env> {
  return new HonoBase<Env>({
    router: new TrieRouter(),
    getPath: (request, options) =>
      (options?.env as Env['Bindings'] | undefined)?.path ?? pathOfUrl(request.url),
  });
}

/** Routes by their path in Hono's form; one that is spelled out comes before one with parameters. */
function byPath<C>(routes: readonly Route<C>[]): [path: string, declared: Route<C>[]][] {
  const groups = Map.groupBy(routes, ({ path }) => path.replace(/\{(\w+)\}/g, ':$1'));
  return [...groups].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')));
}

function methodNotAllowed(declared: readonly Pick<Route, 'method'>[]): AppError {
  const allow = declared.map(({ method }) => method).join(', ');
  return new AppError('method_not_allowed', `Use ${allow}`, { headers: { allow } });
}

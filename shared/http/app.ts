import { AppError } from '../core/errors.ts';
import type { Route } from './route.ts';
import { byPath, emptyApp, methodNotAllowed } from './router.ts';
import { serveRefusal, serveRoute } from './serve.ts';
import type { Serving } from './state.ts';
import { apiKey, type Strategy } from './steps/authenticate.ts';
import { stepsOf } from './steps/order.ts';

export type AppOptions = { mount?: string; strategies?: readonly Strategy[] };

/** Registers an endpoint group's routes with Hono, each behind the checks of C12. */
export function buildApp<C extends Serving>(
  ctx: C,
  routes: readonly Route<C>[],
  { mount = '/api', strategies = [apiKey] }: AppOptions = {},
) {
  const steps = stepsOf(ctx, strategies);
  const app = emptyApp().basePath(mount);
  for (const [path, declared] of byPath(routes)) {
    for (const route of declared) {
      const serve = serveRoute(ctx, route, steps);
      app.on(route.method, path, (c) => serve(c.req.raw, c.req.param(), c.env?.address ?? null));
    }
    const refuse = serveRefusal(ctx, methodNotAllowed(declared));
    app.all(path, (c) => refuse(c.req.raw));
  }
  const refuse = serveRefusal(ctx, new AppError('not_found', 'Path not found'));
  return app.notFound((c) => refuse(c.req.raw));
}

import { gatewayHandler } from './api-gateway.ts';
import { type AppOptions, buildApp } from './app.ts';
import type { Route } from './route.ts';
import type { Serving } from './state.ts';

export const httpHandler = <C extends Serving>(
  ctx: C,
  routes: readonly Route<C>[],
  options: Pick<AppOptions, 'strategies'> = {},
) => gatewayHandler(buildApp(ctx, routes, options));

import { type GatewayEvent, type GatewayResult, toRequest, toResult } from './api-gateway.ts';
import { type AppOptions, buildApp } from './app.ts';
import type { Route } from './route.ts';
import type { Serving } from './state.ts';

/** An endpoint group as a Lambda function behind an HTTP API (payload format 2.0). */
export function httpHandler<C extends Serving>(
  ctx: C,
  routes: readonly Route<C>[],
  options: Pick<AppOptions, 'strategies'> = {},
): (event: GatewayEvent) => Promise<GatewayResult> {
  const app = buildApp(ctx, routes, options);
  return async (event) => {
    const { request, path } = toRequest(event);
    const address = event.requestContext.http.sourceIp;
    return toResult(await app.fetch(request, { path, address }));
  };
}

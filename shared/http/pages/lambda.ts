import { type GatewayEvent, type GatewayResult, toRequest, toResult } from '../api-gateway.ts';
import type { pageSite } from './site.ts';

/** The pages as a Lambda function behind an HTTP API (payload format 2.0). */
export function pageHandler(
  site: ReturnType<typeof pageSite>,
): (event: GatewayEvent) => Promise<GatewayResult> {
  return async (event) => {
    const { request, path } = toRequest(event);
    return toResult(await site.fetch(request, { path, address: event.requestContext.http.sourceIp }));
  };
}

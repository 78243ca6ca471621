import { type Answer, json } from './answer.ts';
import { SesError, wireError } from './errors.ts';
import { accountRoutes } from './rest-account.ts';
import { identityRoutes } from './rest-identities.ts';
import { sendingRoutes } from './rest-sending.ts';
import { setRoutes } from './rest-sets.ts';
import { tenantRoutes } from './rest-tenants.ts';
import type { Ses } from './state.ts';

const routes = Object.entries({
  ...sendingRoutes,
  ...identityRoutes,
  ...setRoutes,
  ...accountRoutes,
  ...tenantRoutes,
}).map(([route, handle]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, pattern: new RegExp(`^/v2/email${path.replaceAll('*', '([^/]+)')}/?$`), handle };
});

/** SES v2: REST with JSON. */
export async function answerRest(ses: Ses, method: string, url: URL, body: Buffer): Promise<Answer> {
  try {
    for (const route of routes) {
      const match = route.method === method ? route.pattern.exec(url.pathname) : null;
      if (!match) continue;
      const names = match.slice(1).map(decodeURIComponent);
      const input = body.length > 0 ? JSON.parse(body.toString('utf8')) : {};
      const result = await route.handle(ses, { names, query: url.searchParams, body: input });
      return { ...json(200, result ?? {}), tookMessage: url.pathname.includes('/outbound-emails') };
    }
    throw new SesError('unknown_call', `The stand-in does not know ${method} ${url.pathname}`);
  } catch (error) {
    const { name, status, message } = wireError(error, 'v2');
    return json(status, { message }, { 'x-amzn-errortype': name });
  }
}

import { routeGroups } from '../../functions/routes.ts';
import { Mailwright, type MailwrightOptions } from '../../packages/sdk/src/index.ts';
import type { Context } from '../../shared/domain/context.ts';
import { buildApp } from '../../shared/http/app.ts';
import { untilIndexed } from './lag.ts';

const baseUrl = 'http://localhost/api';

type InProcess = Pick<MailwrightOptions, 'maxRetries' | 'timeoutMs' | 'onResponse'> & {
  /** What is between the client and the service. */
  through?: (send: () => Promise<Response>) => Promise<Response>;
};

/** The SDK's client, whose requests go to the whole API in this process. */
export function sdkClient(ctx: Context, apiKey: string, { through, ...options }: InProcess = {}): Mailwright {
  const app = buildApp(ctx, Object.values(routeGroups).flat());
  const send = async (url: string, init: RequestInit) => {
    await untilIndexed(init.method ?? 'GET', url.slice(baseUrl.length));
    return app.request(url, init);
  };
  return new Mailwright(apiKey, {
    baseUrl,
    fetch: (url, init) => (through ? through(() => send(url, init)) : send(url, init)),
    ...options,
  });
}

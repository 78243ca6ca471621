import { setImmediate as nextTick } from 'node:timers/promises';
import { routeGroups } from '../../functions/routes.ts';
import { Mailwright, type MailwrightOptions } from '../../packages/sdk/src/index.ts';
import { runtimeOption } from '../../packages/sdk/src/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { buildApp } from '../../shared/http/app.ts';
import { untilIndexed } from './lag.ts';

const baseUrl = 'http://localhost/api';

type InProcess = Pick<MailwrightOptions, 'maxRetries' | 'timeoutMs' | 'onResponse' | 'baseUrl' | 'fetch'> & {
  /** What is between the client and the service. */
  through?: (send: () => Promise<Response>) => Promise<Response>;
};

/**
 * The SDK's client. Requests go to the whole API in this process, uploads to the bucket, and waits end immediately.
 */
export function sdkClient(ctx: Context, apiKey: string, { through, ...options }: InProcess = {}): Mailwright {
  const app = buildApp(ctx, Object.values(routeGroups).flat());
  const send = async (url: string, init: RequestInit) => {
    if (!url.startsWith(baseUrl)) return fetch(url, init);
    await untilIndexed(init.method ?? 'GET', url.slice(baseUrl.length));
    return app.request(url, init);
  };
  const noWaits = { [runtimeOption]: { sleep: () => nextTick() } };
  return new Mailwright(apiKey, {
    ...noWaits,
    baseUrl,
    fetch: (url, init) => (through ? through(() => send(url, init)) : send(url, init)),
    ...options,
  });
}

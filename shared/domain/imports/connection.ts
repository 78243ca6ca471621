import { callProvider } from './call-provider.ts';
import type { ImportRequest } from './import-request.ts';
import type { Connection } from './providers/provider.ts';
import { providersByName } from './providers/providers.ts';
import { readAll } from './read-pages.ts';
import type { Importing } from './slice.ts';

/** The provider for the length of one request, with the keys from its body. */
export function connectionOf(
  ctx: Importing,
  { provider: name, region, api_key, account_api_key }: ImportRequest,
): Connection {
  const connection: Connection = {
    name,
    region,
    keys: { api_key, account_api_key },
    provider: providersByName[name],
    until: ctx.runtime.now() + ctx.settings.imports.slice_s * 1000,
    seen: { calls: 0, waits: 0 },
    remembered: new Map(),
    call: (call) => callProvider(ctx, connection, call),
    all: (list) => readAll(connection, list),
  };
  return connection;
}

import type {
  Base,
  Claims,
  Dns,
  DomainSecrets,
  Domains,
  DomainTasks,
  Identity,
  Lists,
  Paging,
  Resolving,
  Templates,
  Tenants,
  Webhooks,
} from '../context.ts';
import type { Imports, Providers } from '../ports/imports.ts';
import type { ImportRequest } from './import-request.ts';
import type { Connection } from './providers/provider.ts';
import { providersByName } from './providers/providers.ts';

/** What an import takes. */
export type Importing = Base &
  Claims &
  Dns &
  DomainSecrets &
  Domains &
  DomainTasks &
  Identity &
  Imports &
  Lists &
  Paging &
  Providers &
  Resolving &
  Templates &
  Tenants &
  Webhooks;

/** How this request reaches the provider: with the keys of its body, for as long as a request works (M13, M16). */
export function connectionOf(
  ctx: Base,
  { provider: name, region, api_key, account_api_key }: ImportRequest,
): Connection {
  return {
    name,
    region,
    keys: { api_key, account_api_key },
    provider: providersByName[name],
    until: ctx.runtime.now() + ctx.settings.imports.slice_s * 1000,
    seen: { calls: 0, waits: 0 },
    remembered: new Map(),
  };
}

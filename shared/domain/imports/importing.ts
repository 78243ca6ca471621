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

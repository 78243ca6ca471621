import type { ProviderRequests } from '../../core/network.ts';
import type { Import, ImportPart } from '../../core/records/imports.ts';
import type { Id } from '../../core/runtime.ts';
import type { Entries, Page } from './common.ts';

type ImportStore = {
  /** Created with its request's lease. */
  create: (made: Import) => Promise<void>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'mig'>) => Promise<Import | null>;
  /** The import with the lease. Null if another request has the lease or progressed. */
  lease: (seen: Import, lease: { holder: string; now: number; until: number }) => Promise<Import | null>;
  /** Ends a lease without progress, unless already ended. */
  release: (held: Import) => Promise<void>;
  /** Records a request and ends its lease. False if it took too long and another request has the lease. */
  record: (held: Import, next: Import, part: ImportPart) => Promise<boolean>;
  /** Each recorded request's part, in order. A part may be 4 MB, so only one is in memory. */
  parts: (of: Import) => AsyncIterable<ImportPart>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Import>>;
};

/** An account's requests in the hour that began with its first. */
type ImportLimitStore = {
  /** Counts one request. Null if counted, or else the seconds left in an hour that reached its `limit`. */
  count: (account: Id<'acc'>, kind: 'new' | 'continued', limit: number) => Promise<number | null>;
};

/**
 * A provider's list rows, kept for up to a day between the request that reads them and the request that
 * processes them.
 */
type ImportRowStore = {
  put: (of: ImportId, name: string, rows: unknown[]) => Promise<void>;
  /** null if expired. */
  get: (of: ImportId, name: string) => Promise<unknown[] | null>;
  remove: (of: ImportId, name: string) => Promise<void>;
};

type ImportId = { account: Id<'acc'>; id: Id<'mig'> };

export type Imports = { imports: ImportStore; import_limits: ImportLimitStore; import_rows: ImportRowStore };

export type Providers = { providers: ProviderRequests };

import type { ProviderRequests } from '../../core/network.ts';
import type { Import, ImportPart } from '../../core/records/imports.ts';
import type { Id } from '../../core/runtime.ts';
import type { Entries, Page } from './common.ts';

type ImportStore = {
  /** With the lease of the request that makes it. */
  create: (made: Import) => Promise<void>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'mig'>) => Promise<Import | null>;
  /** The import with the lease; null: another request holds the lease, or has moved on. */
  lease: (seen: Import, lease: { holder: string; now: number; until: number }) => Promise<Import | null>;
  /** Ends a lease without progress; nothing when it has ended. */
  release: (held: Import) => Promise<void>;
  /** Records a request and ends its lease; false: it took too long, and another request has the lease. */
  record: (held: Import, next: Import, part: ImportPart) => Promise<boolean>;
  /** The part of each recorded request, in their order; one may be 4 MB, so only one at a time is in memory. */
  parts: (of: Import) => AsyncIterable<ImportPart>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Import>>;
};

/** Requests of an account in the hour that began with its first. */
type ImportLimitStore = {
  /** Counts one; seconds to the end of the hour when it has had its `limit`, null when it is counted. */
  count: (account: Id<'acc'>, kind: 'new' | 'continued', limit: number) => Promise<number | null>;
};

/** Rows of a provider's list between the request that read them and the one that processes them; a day at most. */
type ImportRowStore = {
  put: (of: ImportId, name: string, rows: unknown[]) => Promise<void>;
  /** null: they are gone. */
  get: (of: ImportId, name: string) => Promise<unknown[] | null>;
  remove: (of: ImportId, name: string) => Promise<void>;
};

type ImportId = { account: Id<'acc'>; id: Id<'mig'> };

export type Imports = { imports: ImportStore; import_limits: ImportLimitStore; import_rows: ImportRowStore };

export type Providers = { providers: ProviderRequests };

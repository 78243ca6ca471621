import type {
  AddressState,
  List,
  OptOut,
  OptOutCategory,
  PendingUnsubscribe,
  Suppression,
  Unsubscribed,
} from '../../core/records/lists.ts';
import type { Id } from '../../core/runtime.ts';
import type { Entries, Page } from './common.ts';

/** The number of an account's suppressions, including its tenants'. */
export type SuppressionCounts = {
  /** Counts `n` more before they are written, up to `limit`; returns `used` if they don't fit. */
  reserve: (account: Id<'acc'>, n: number, limit: number) => Promise<'reserved' | { used: number }>;
  /** Counts `n` fewer: they were not written, or were removed. */
  release: (account: Id<'acc'>, n: number) => Promise<void>;
};

export type SuppressionStore = SuppressionCounts & {
  /** Adds or raises (complaint > bounce > unsubscribe > manual); what it did and the stored entry afterwards. */
  add: (
    list: List,
    suppression: Suppression,
  ) => Promise<{ suppression: Suppression; outcome: 'created' | 'raised' | 'unchanged' }>;
  /** `add` for one of very many: the index from id to address may lag. `seen`, as read, saves a refused write. */
  addImported: (
    list: List,
    suppression: Suppression,
    seen: Suppression | null,
  ) => Promise<{ suppression: Suppression; outcome: 'created' | 'raised' | 'unchanged' }>;
  /** The stored entry after `add`. */
  raise: (list: List, suppression: Suppression) => Promise<Suppression>;
  /** An existing entry stays as it is; `first` for the one call that made it or first noted it. */
  unsubscribe: (
    list: List,
    suppression: Suppression & { unsubscribed: Unsubscribed },
  ) => Promise<{ suppression: Suppression; first: boolean }>;
  readStates: (list: List, addresses: string[]) => Promise<AddressState[]>;
  /** Strongly consistent. */
  get: (list: List, address: string) => Promise<Suppression | null>;
  find: (list: List, id: Id<'sup'>) => Promise<Suppression | null>;
  list: (list: List, page: Page) => Promise<Entries<Suppression>>;
  /** The entry that was removed; null: not there. */
  remove: (list: List, address: string) => Promise<Suppression | null>;
  /** Notes a soft bounce of an address at `at` (epoch ms, once each); most of them within 7 days around it. */
  countSoftBounce: (list: List, address: string, at: number) => Promise<number>;
};

export type OptOutStore = {
  /** `created` false: it existed already and stays as it is. */
  create: (list: List, opt_out: OptOut) => Promise<{ opt_out: OptOut; created: boolean }>;
  /**
   * `create` for one of very many entries: the address first, which sends read, then the row that lists read, without a
   * transaction. A repetition writes the row of an entry that this import made.
   */
  addImported: (list: List, opt_out: OptOut) => Promise<{ opt_out: OptOut; created: boolean }>;
  /** Those of one address, strongly consistent. */
  get: (list: List, address: string) => Promise<OptOut[]>;
  list: (list: List, page: Page) => Promise<Entries<OptOut>>;
  remove: (list: List, address: string, category: OptOutCategory) => Promise<boolean>;
};

/** Unsubscribes whose event has not been queued yet, as outbox rows of their own. */
export type PendingUnsubscribeStore = {
  put: (row: PendingUnsubscribe, minute: number) => Promise<void>;
  get: (id: Id<'evt'>, minute: number) => Promise<PendingUnsubscribe | null>;
  delete: (id: Id<'evt'>, minute: number) => Promise<void>;
};

/** The list of an export, or with `<account>#all` in the place of its tenant all lists of an account. */
export type ExportedList = { account: Id<'acc'>; tenant: Id<'ten'> | `${Id<'acc'>}#all` | null };

/** The begun file of an export: its parts in order, and the position at which the list goes on. */
export type ExportBegun = { parts: string[]; rows: number; before: string };

type ExportFile = { name: string; type: string; bytes: Uint8Array };

/** Files that are too large for an answer, and for the time of one request. */
export type Exports = {
  /** Keeps the file, which is downloaded under its name; a link to it that lives `seconds`. */
  put: (account: Id<'acc'>, file: ExportFile, seconds: number) => Promise<string>;
  /** The export that was begun in the last ten minutes; null: none. */
  begun: (list: ExportedList) => Promise<ExportBegun | null>;
  /** Keeps another part after those that were seen; one that a concurrent request kept first is dropped. */
  keep: (
    list: ExportedList,
    seen: ExportBegun | null,
    part: { name: string; bytes: Uint8Array; rows: number; before: string },
  ) => Promise<void>;
  read: (list: ExportedList, parts: string[]) => Promise<Uint8Array[]>;
  /** Forgets what was begun: the next request begins again. */
  end: (list: ExportedList) => Promise<void>;
};

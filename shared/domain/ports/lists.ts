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
  /** Counts `n` more before they are written, up to `limit`. Returns `used` if they don't fit. */
  reserve: (account: Id<'acc'>, n: number, limit: number) => Promise<'reserved' | { used: number }>;
  /** Counts `n` fewer, because they were not written or were deleted. */
  release: (account: Id<'acc'>, n: number) => Promise<void>;
};

export type AddedSuppression = { suppression: Suppression; outcome: 'created' | 'raised' | 'unchanged' };

export type SuppressionStore = SuppressionCounts & {
  /**
   * Adds or upgrades an entry (complaint > bounce > unsubscribe > manual). Returns the action taken and the
   * stored entry.
   */
  add: (list: List, suppression: Suppression) => Promise<AddedSuppression>;
  /**
   * Like `add`, for bulk imports. The index from id to address may lag. Passing the entry already read as
   * `seen` saves a refused write.
   */
  addImported: (list: List, suppression: Suppression, seen: Suppression | null) => Promise<AddedSuppression>;
  /** The stored entry after `add`. */
  raise: (list: List, suppression: Suppression) => Promise<Suppression>;
  /**
   * Leaves an existing entry unchanged. `first` is true for the one call that created it or first recorded
   * the unsubscribe.
   */
  unsubscribe: (
    list: List,
    suppression: Suppression & { unsubscribed: Unsubscribed },
  ) => Promise<{ suppression: Suppression; first: boolean }>;
  readStates: (list: List, addresses: string[]) => Promise<AddressState[]>;
  /** Strongly consistent. */
  get: (list: List, address: string) => Promise<Suppression | null>;
  find: (list: List, id: Id<'sup'>) => Promise<Suppression | null>;
  list: (list: List, page: Page) => Promise<Entries<Suppression>>;
  /** The deleted entry, or null. */
  remove: (list: List, address: string) => Promise<Suppression | null>;
  /**
   * Records a soft bounce at `at` (epoch ms), once per time. Returns the highest number of soft bounces
   * within any 7 days that include it.
   */
  countSoftBounce: (list: List, address: string, at: number) => Promise<number>;
};

export type OptOutStore = {
  /** `created` is false if it already existed, which leaves it unchanged. */
  create: (list: List, opt_out: OptOut) => Promise<{ opt_out: OptOut; created: boolean }>;
  /**
   * Like `create`, for bulk imports. First writes the address, which sends read, then the row for lists,
   * without a transaction. A repeat writes the row of an entry from the same import.
   */
  addImported: (list: List, opt_out: OptOut) => Promise<{ opt_out: OptOut; created: boolean }>;
  /** One address's opt-outs, strongly consistent. */
  get: (list: List, address: string) => Promise<OptOut[]>;
  list: (list: List, page: Page) => Promise<Entries<OptOut>>;
  remove: (list: List, address: string, category: OptOutCategory) => Promise<boolean>;
};

/** Unsubscribes whose event isn't queued yet, as separate outbox rows. */
export type PendingUnsubscribeStore = {
  put: (row: PendingUnsubscribe, minute: number) => Promise<void>;
  get: (id: Id<'evt'>, minute: number) => Promise<PendingUnsubscribe | null>;
  delete: (id: Id<'evt'>, minute: number) => Promise<void>;
};

/** The list of an export. `<account>#all` as the tenant means all lists of an account. */
export type ExportedList = { account: Id<'acc'>; tenant: Id<'ten'> | `${Id<'acc'>}#all` | null };

/** An export's unfinished file: its parts in order, and where to resume the list. */
export type ExportBegun = { parts: string[]; rows: number; before: string };

type ExportFile = { name: string; type: string; bytes: Uint8Array };

/** Files too large for one response, and for one request's time. */
export type Exports = {
  /** Stores the file and returns a link to download it by name, valid for `seconds`. */
  put: (account: Id<'acc'>, file: ExportFile, seconds: number) => Promise<string>;
  /** An export begun in the last ten minutes, or null. */
  begun: (list: ExportedList) => Promise<ExportBegun | null>;
  /** Adds a part after those that were already read. Drops it if a concurrent request was first. */
  keep: (
    list: ExportedList,
    seen: ExportBegun | null,
    part: { name: string; bytes: Uint8Array; rows: number; before: string },
  ) => Promise<void>;
  read: (list: ExportedList, parts: string[]) => Promise<Uint8Array[]>;
  /** Forgets the unfinished export, so the next request starts over. */
  end: (list: ExportedList) => Promise<void>;
};

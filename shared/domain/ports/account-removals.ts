import type { Account } from '../../core/records/accounts.ts';

/** Removes all that an account has (N24). Every step is safe to repeat. */
export type AccountRemovalStore = {
  /** Suspended and being deleted since `at`, or since earlier; null when there is none. */
  begin: (id: string, at: string) => Promise<Account | null>;
  /** Deletes the items that a scan of the table finds and the account's resource list lacks; returns their number. */
  emptyTable: (id: string, now: () => number) => Promise<number>;
  emptyBucket: (id: string) => Promise<number>;
  /** Deletes the rest, the account itself last; returns the number of items. */
  end: (id: string) => Promise<number>;
};

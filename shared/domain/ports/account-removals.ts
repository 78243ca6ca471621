import type { Account } from '../../core/records/accounts.ts';

/** Removes all that an account has (N24). Every step is safe to repeat. */
export type AccountRemovalStore = {
  /** Suspended and being deleted since `at`, or since earlier; null when there is none. */
  begin: (id: string, at: string) => Promise<Account | null>;
  /** Deletes what is found in one reading of the whole table but the account's own list of resources; how many items. */
  emptyTable: (id: string, now: () => number) => Promise<number>;
  /** How many objects there were. */
  emptyBucket: (id: string) => Promise<number>;
  /** The rest, the account itself as the last; how many items. */
  end: (id: string) => Promise<number>;
};

import type { Id } from '../runtime.ts';

/** A suppression list: the account's or, with a `ten_` id, a tenant's. */
export type List = { account: Id<'acc'>; tenant: Id<'ten'> | null };

export const suppressionReasons = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** From weakest to strongest. A reason replaces all weaker ones, whatever their source. */
const ranks: SuppressionReason[] = ['manual', 'unsubscribe', 'bounce', 'complaint'];

export const weakerThan = (reason: SuppressionReason): SuppressionReason[] =>
  ranks.slice(0, ranks.indexOf(reason));

export const suppressionSources = ['event', 'api', 'dashboard', 'import', 'one_click'] as const;

/** The suppression part of an item. One item has an address's suppression and opt-outs on a list. */
export type Suppression = {
  id: Id<'sup'>;
  email: string;
  reason: SuppressionReason;
  tenant: Id<'ten'> | null;
  source: (typeof suppressionSources)[number];
  email_id: Id<'msg'> | null;
  note: string | null;
  created_at: string;
  /** ISO 8601. After that time, the entry counts as absent. Callers see the time in `note`. */
  expires_at?: string;
  /** The import row that wrote it, `<mig>/<list>/<row>`. Hidden from callers. */
  import?: string;
  /** The first managed unsubscribe of an already suppressed address. Hidden from callers. */
  unsubscribed?: Unsubscribed;
};

/** When and how someone unsubscribed. The `contact.unsubscribed` event is built from it, also on repeats. */
export type Unsubscribed = { at: string; source: UnsubscribeSource; email_id: Id<'msg'> };

type UnsubscribeSource = 'one_click' | 'link' | 'import';

/**
 * An unsubscribe being recorded. If the function dies first, the sweep emits its event. `entry_id` becomes
 * the id of a new suppression or opt-out.
 */
export type PendingUnsubscribe = {
  id: Id<'evt'>;
  account: Id<'acc'>;
  tenant: Id<'ten'> | null;
  address: string;
  email_id: Id<'msg'>;
  at: string;
  /** The category to leave, or null for all mail. */
} & ({ category: OptOutCategory; entry_id: Id<'opt'> } | { category: null; entry_id: Id<'sup'> });

/** Categories that a recipient can leave while keeping the others. */
export const optOutCategories = ['product', 'newsletter'] as const;

export type OptOutCategory = (typeof optOutCategories)[number];

export type OptOut = {
  id: Id<'opt'>;
  email: string;
  category: OptOutCategory;
  tenant: Id<'ten'> | null;
  email_id: Id<'msg'> | null;
  source: UnsubscribeSource;
  created_at: string;
  import?: string;
};

export type AddressState = { suppression: Suppression | null; opt_outs: OptOut[] };

import type { Id } from '../runtime.ts';

/** A suppression list: the account's or, with a `ten_` id, a tenant's. */
export type List = { account: Id<'acc'>; tenant: Id<'ten'> | null };

export const suppressionReasons = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** From the weakest to the strongest: a reason replaces those before it, of any source. */
const ranks: SuppressionReason[] = ['manual', 'unsubscribe', 'bounce', 'complaint'];

export const weakerThan = (reason: SuppressionReason): SuppressionReason[] =>
  ranks.slice(0, ranks.indexOf(reason));

export const suppressionSources = ['event', 'api', 'dashboard', 'import', 'one_click'] as const;

/** Suppression and opt-outs of one address on one list are one item; this is its suppression. */
export type Suppression = {
  id: Id<'sup'>;
  email: string;
  reason: SuppressionReason;
  tenant: Id<'ten'> | null;
  source: (typeof suppressionSources)[number];
  email_id: Id<'msg'> | null;
  note: string | null;
  created_at: string;
  /** ISO 8601; from then on it is as if it were not there. Callers see it in `note`. */
  expires_at?: string;
  /** The place in an import that it was written for: `<mig>/<list>/<row>`; callers do not see it. */
  import?: string;
  /** The first managed unsubscribe of an address that was here before; callers do not see it. */
  unsubscribed?: Unsubscribed;
};

/** Time and way of an unsubscribe, from which contact.unsubscribed is built, also when it is repeated. */
export type Unsubscribed = { at: string; source: UnsubscribeSource; email_id: Id<'msg'> };

type UnsubscribeSource = 'one_click' | 'link' | 'import';

/**
 * An unsubscribe that is being recorded: the sweep emits its event when the function dies before it does. `entry_id` is
 * the id that its suppression or opt-out gets when it makes one.
 */
export type PendingUnsubscribe = {
  id: Id<'evt'>;
  account: Id<'acc'>;
  tenant: Id<'ten'> | null;
  address: string;
  email_id: Id<'msg'>;
  at: string;
  /** A category that is left, or null: all mail. */
} & ({ category: OptOutCategory; entry_id: Id<'opt'> } | { category: null; entry_id: Id<'sup'> });

/** The categories that a recipient can leave without leaving the rest. */
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

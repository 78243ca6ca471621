import type { Account } from '../../core/records/accounts.ts';

/** A39: unlocked by the operator, or by a payment method and a domain that was verified once. */
export function productionUnlocked(account: Account): boolean {
  return account.unlocked === true || (account.payment_method && account.domain_verified_at !== null);
}

import type { Account } from '../../core/records.ts';
import { limitsOf } from './plans.ts';

export type Bucket = 'send' | 'other';

/** What H5's three headers say: whole tokens left, and seconds (>= 1) until the bucket is full. */
export type RateState = { limit: number; remaining: number; reset: number };

/**
 * This process's view of the account's token buckets (H5, Q33): rate from the plan, burst twice the rate.
 * A request takes one token.
 */
export function rateBuckets(now: () => number) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (account: Account, bucket: Bucket): RateState => {
    const limits = limitsOf(account);
    const rate = bucket === 'send' ? limits.send_rate : limits.other_rate;
    const burst = 2 * rate;
    const key = `${account.id} ${bucket}`;
    const at = now();
    const before = buckets.get(key) ?? { tokens: burst, at };
    const filled = Math.min(burst, before.tokens + ((at - before.at) / 1000) * rate);
    const tokens = Math.max(0, filled - 1);
    buckets.set(key, { tokens, at });
    if (buckets.size > 10_000) buckets.delete(buckets.keys().next().value as string);
    return {
      limit: rate,
      remaining: Math.floor(tokens),
      reset: Math.max(1, Math.ceil((burst - tokens) / rate)),
    };
  };
}

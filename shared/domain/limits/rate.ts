import { lruCache } from '../../core/cache.ts';
import { AppError } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Base, Rates } from '../context.ts';
import { limitsOf } from './plans.ts';

export type Bucket = 'send' | 'other';

/** What H5's three headers say: whole tokens left, and seconds (>= 1) until the bucket is full. */
type RateState = { limit: number; remaining: number; reset: number; retry_after: number | null };

/** This process's share of a bucket: tokens in hand and the bucket's fill time as it was last seen. */
type Share = { tokens: number; tat: number | null; leasing: Promise<void> | null };

const maxShares = 10_000;

/**
 * Takes one token of the account's bucket (H5, Q33, A54): rate from the plan, burst twice the rate. Tokens come
 * in leases of a tenth of a second's worth, one at least, so that plans up to 50 a second are nearly exact and
 * large ones cost almost nothing. A bucket that cannot be read lets requests pass: mail matters more.
 */
export function rateBuckets(ctx: Base & Rates) {
  const shares = lruCache<Share>({ max: maxShares });

  const lease = async (share: Share, account: Account, name: Bucket, rate: number): Promise<void> => {
    const want = Math.max(1, Math.floor(rate / 10));
    const bucket = { account: account.id, name, rate, burst: 2 * rate };
    try {
      const got = await ctx.rates.lease(bucket, { want, now: ctx.runtime.now(), tat: share.tat });
      share.tokens += got.granted;
      share.tat = got.tat;
    } catch (error) {
      ctx.log.warn('rate_limit_unread', { account: account.id, cause: (error as Error).name });
      share.tokens += 1;
    } finally {
      share.leasing = null;
    }
  };

  const shareOf = (key: string): Share => {
    const known = shares.get(key);
    if (known) return known;
    const made: Share = { tokens: 0, tat: null, leasing: null };
    shares.set(key, made);
    return made;
  };

  return async (account: Account, name: Bucket): Promise<RateState> => {
    const limits = limitsOf(account);
    const rate = name === 'send' ? limits.send_rate : limits.other_rate;
    const share = shareOf(`${account.id} ${name}`);
    const full = (2 * rate * 1000) / rate;
    const step = 1000 / rate;
    /** Milliseconds until the shared bucket has a token again, by what was last seen; it only grows. */
    const wait = () => (share.tat === null ? 0 : share.tat + step - full - ctx.runtime.now());
    // Several requests may wait for one lease that is smaller than their number.
    for (let round = 0; share.tokens < 1 && wait() <= 1e-3 && round < 100; round++) {
      share.leasing ??= lease(share, account, name, rate);
      await share.leasing;
    }
    const now = ctx.runtime.now();
    const ahead = Math.max(0, (share.tat ?? now) - now);
    // What is in hand came out of a bucket that may be full again. A token's time is no number: it may lack a thousandth.
    const left = Math.min(2 * rate, share.tokens + (full - ahead) / step + 1e-3);
    const refused = share.tokens < 1;
    if (!refused) share.tokens -= 1;
    return {
      limit: rate,
      remaining: Math.max(0, Math.floor(left) - (refused ? 0 : 1)),
      reset: Math.max(1, Math.ceil(ahead / 1000)),
      retry_after: refused ? Math.max(1, Math.ceil(wait() / 1000)) : null,
    };
  };
}

/** 429 rate_limited with retry-after in whole seconds (H5), and the headers of every answer. */
export function rateLimited(retry_after: number, headers: Record<string, string>): AppError {
  return new AppError('rate_limited', 'Too many requests, wait and try again', {
    headers: { ...headers, 'retry-after': String(retry_after) },
  });
}

import { lruCache } from '../../core/cache.ts';
import { AppError } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Base, Rates } from '../context.ts';
import { leaseSize, unspent_ms } from './lease-size.ts';
import { limitsOf } from './plans.ts';

export type Bucket = 'send' | 'other';

/** H5's three headers: the bucket's size, whole tokens left, and seconds (>= 1) until it is full. */
type RateState = { limit: number; remaining: number; reset: number; retry_after: number | null };

/** This process's share of a bucket. */
const newShare = () => ({
  tokens: 0,
  /** The bucket's fill time as it was last seen. */
  tat: null as number | null,
  size: 0,
  leased_at: 0,
  leasing: null as Promise<void> | null,
  waiting: 0,
  /** Recent leases that got nothing although the bucket should have had a token; it is not asked until `closed_until`. */
  misses: 0,
  closed_until: 0,
});

type Share = ReturnType<typeof newShare>;

const maxShares = 10_000;

/** The longest time that an empty bucket is not asked: many processes at once would write more than its key takes. */
const maxClosed_ms = 1_000;

/** The part of a token that may be missing by rounding: times are floating point. */
const rounding = 1e-3;

/** Takes one token of the account's bucket (H5, P24, A54). An unreadable one lets requests pass: mail matters more. */
export function rateBuckets(ctx: Base & Rates) {
  const shares = lruCache<Share>({ max: maxShares });

  /** Whole tokens in the bucket, by what was last seen; it may lack a thousandth. */
  const leftIn = (share: Share, rate: number, now: number): number =>
    2 * rate - (Math.max(0, (share.tat ?? now) - now) * rate) / 1000 + rounding;

  const note = (share: Share, granted: number, rate: number, now: number): void => {
    share.tokens += granted;
    if (granted > 0) {
      Object.assign(share, { size: granted, leased_at: now, misses: Math.max(0, share.misses - 1) });
    } else {
      const closed_ms = Math.min(maxClosed_ms, (1000 / rate) * (2 ** share.misses - 1));
      share.closed_until = now + closed_ms * (0.5 + ctx.runtime.random() / 2);
      share.misses++;
    }
  };

  const lease = async (share: Share, account: Account, name: Bucket, rate: number): Promise<void> => {
    const now = ctx.runtime.now();
    const last = { size: share.size, used_ms: now - share.leased_at };
    const least = share.waiting;
    const want = Math.max(least, leaseSize(last, rate));
    const bucket = { account: account.id, name, rate, burst: 2 * rate };
    try {
      const got = await ctx.rates.lease(bucket, { want, least, now, tat: share.tat });
      share.tat = got.tat;
      note(share, got.granted, rate, now);
    } catch (error) {
      ctx.log.warn('rate_limit_unread', { account: account.id, cause: (error as Error).name });
      share.tokens += share.waiting;
    } finally {
      share.leasing = null;
    }
  };

  /** Waits until a token is in hand; false where the bucket has none. */
  const takeToken = async (share: Share, account: Account, name: Bucket, rate: number): Promise<boolean> => {
    const isOpen = () => {
      const now = ctx.runtime.now();
      return now >= share.closed_until && leftIn(share, rate, now) >= 1;
    };
    if (ctx.runtime.now() - share.leased_at > unspent_ms) share.tokens = 0;
    share.waiting++;
    try {
      while (share.tokens < 1 && isOpen()) {
        // What asks at the same moment, as the operations of a page do, shares one write.
        share.leasing ??= Promise.resolve().then(() => lease(share, account, name, rate));
        await share.leasing;
      }
      if (share.tokens < 1) return false;
      share.tokens -= 1;
      return true;
    } finally {
      share.waiting--;
    }
  };

  const shareOf = (key: string): Share => {
    const known = shares.get(key);
    if (known) return known;
    const made = newShare();
    shares.set(key, made);
    return made;
  };

  return async (account: Account, name: Bucket): Promise<RateState> => {
    const limits = limitsOf(account);
    const rate = name === 'send' ? limits.send_rate : limits.other_rate;
    const share = shareOf(`${account.id} ${name}`);
    const taken = await takeToken(share, account, name, rate);
    const now = ctx.runtime.now();
    const left = leftIn(share, rate, now);
    const missing_ms = Math.max(((1 - left) * 1000) / rate, share.closed_until - now);
    return {
      limit: 2 * rate,
      // The tokens of this process came out of a bucket that may be full again.
      remaining: taken ? Math.max(0, Math.floor(Math.min(2 * rate - 1, share.tokens + left))) : 0,
      reset: Math.max(1, Math.ceil(((share.tat ?? now) - now) / 1000)),
      retry_after: taken ? null : Math.max(1, Math.ceil(missing_ms / 1000)),
    };
  };
}

/** 429 rate_limited with retry-after in whole seconds (H5), and the headers of every answer. */
export function rateLimited(retry_after: number, headers: Record<string, string>): AppError {
  return new AppError('rate_limited', 'Too many requests, wait and try again', {
    headers: { ...headers, 'retry-after': String(retry_after) },
  });
}

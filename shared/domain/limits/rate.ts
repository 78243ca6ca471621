import { lruCache } from '../../core/cache.ts';
import { AppError } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Rates } from '../context.ts';
import { limitsOf } from './plans.ts';

export type Bucket = 'send' | 'other';

/** H5's three headers: bucket size, whole tokens left, and seconds (>= 1) until it is full. */
type RateState = { limit: number; remaining: number; reset: number; retry_after: number | null };

/**
 * The average wait before a process tries an empty bucket again. Many simultaneous attempts would exceed the key's
 * write limit.
 */
const closed_ms = 500;

/** How much of a token rounding may lose, because times are floating-point numbers. */
const rounding = 1e-3;

type Closed = { until: number; tat: number };

/**
 * Takes a token from the account's bucket. If the bucket is unreadable, requests pass, because mail matters
 * more.
 */
export function rateBuckets(ctx: Base & Rates) {
  const closed = lruCache<Closed>({ max: 10_000 });

  const take = async (
    account: Id<'acc'>,
    name: Bucket,
    rate: number,
  ): Promise<{ tat: number; until: number | null }> => {
    const key = `${account} ${name}`;
    const known = closed.get(key);
    if (known !== undefined && known.until > ctx.runtime.now()) return known;
    try {
      const { taken, tat } = await ctx.rates.take({ account, name, rate, burst: 2 * rate });
      const until = ctx.runtime.now() + closed_ms * (0.5 + ctx.runtime.random());
      if (!taken) closed.set(key, { until, tat });
      return { tat, until: taken ? null : until };
    } catch (error) {
      ctx.log.warn('rate_limit_unread', { account, cause: (error as Error).name });
      return { tat: 0, until: null };
    }
  };

  return async (account: Account, name: Bucket): Promise<RateState> => {
    const limits = limitsOf(account);
    const rate = name === 'send' ? limits.send_rate : limits.other_rate;
    const { tat, until } = await take(account.id, name, rate);
    const now = ctx.runtime.now();
    const used_ms = Math.max(0, tat - now);
    const left = 2 * rate - (used_ms * rate) / 1000 + rounding;
    const wait_ms = until === null ? null : Math.max(((1 - left) * 1000) / rate, until - now);
    return {
      limit: 2 * rate,
      remaining: wait_ms === null ? Math.max(0, Math.min(2 * rate - 1, Math.floor(left))) : 0,
      reset: Math.max(1, Math.ceil(used_ms / 1000)),
      retry_after: wait_ms === null ? null : Math.max(1, Math.ceil(wait_ms / 1000)),
    };
  };
}

/** 429 rate_limited with retry-after in whole seconds, and the headers of every response. */
export function rateLimited(retry_after: number, headers: Record<string, string>): AppError {
  return new AppError('rate_limited', 'Too many requests. Wait and try again.', {
    headers: { ...headers, 'retry-after': String(retry_after) },
  });
}

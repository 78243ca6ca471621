import { rateBuckets, rateLimited } from '../../domain/limits/rate.ts';
import type { Serving, Step } from '../state.ts';

/** One set of buckets per process, shared by all its route groups. */
const known = new WeakMap<Serving, ReturnType<typeof rateBuckets>>();

function bucketsOf(ctx: Serving): ReturnType<typeof rateBuckets> {
  const made = known.get(ctx) ?? rateBuckets(ctx);
  known.set(ctx, made);
  return made;
}

/** Takes a token from the account's bucket, and reports the rest on every response. */
export function limitRate(ctx: Serving): Step {
  const take = bucketsOf(ctx);
  return async (_ctx, { route, caller, headers }) => {
    if (caller === null) return {};
    const rate = await take(caller.account, route.bucket);
    const limits = {
      'ratelimit-limit': String(rate.limit),
      'ratelimit-remaining': String(rate.remaining),
      'ratelimit-reset': String(rate.reset),
    };
    if (rate.retry_after !== null) throw rateLimited(rate.retry_after, limits);
    return { headers: { ...headers, ...limits } };
  };
}

import { rateBuckets, rateLimited } from '../../domain/limits/rate.ts';
import type { Serving, Step } from '../state.ts';

/** One share of a bucket for all routes of a process, however many groups of them there are. */
const known = new WeakMap<Serving, ReturnType<typeof rateBuckets>>();

function bucketsOf(ctx: Serving): ReturnType<typeof rateBuckets> {
  const made = known.get(ctx) ?? rateBuckets(ctx);
  known.set(ctx, made);
  return made;
}

/** Takes a token of the account's bucket, and says on every answer how many it has left. */
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

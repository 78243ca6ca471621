import type { Base, Rates } from '../context.ts';
import { rateLimited } from '../limits/rate.ts';

/** The time between two verifies of a domain or claim, after `burst` at once (H24, A66). */
const interval_ms = 10_000;

/** Counts verifies alone: checks of the schedule and of apply are free (A66). Throws 429 rate_limited. */
export async function limitVerify(
  ctx: Base & Rates,
  { account, id, burst }: { account: string; id: string; burst: number },
): Promise<void> {
  const now = ctx.runtime.now();
  const bucket = { account, name: `verify ${id}`, rate: 1000 / interval_ms, burst };
  const { granted, tat } = await ctx.rates.lease(bucket, { want: 1, least: 1, now, tat: null });
  if (granted > 0) return;
  const free_at = tat - (burst - 1) * interval_ms;
  throw rateLimited(Math.max(1, Math.ceil((free_at - now) / 1000)), {});
}

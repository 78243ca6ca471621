import type { Suppression } from '../../core/records/lists.ts';
import type { Base, Caller, Lists } from '../context.ts';
import { planLimit, storedLimitsOf } from '../limits/plans.ts';
import { listOf } from './list-of.ts';

type Ctx = Base & Lists;

/** The account's limit. Null means unlimited and not counted. */
const limitOf = ({ settings }: Ctx, { account }: Caller) => storedLimitsOf(account, settings).suppressions;

/** Counts all addresses or, if the limit refuses, only the new ones. Returns how many it counted. */
async function reserve(ctx: Ctx, caller: Caller, addresses: string[], limit: number): Promise<number> {
  const { id } = caller.account;
  if ((await ctx.suppressions.reserve(id, addresses.length, limit)) === 'reserved') return addresses.length;
  const states = await ctx.suppressions.readStates(listOf(caller), addresses);
  const fresh = states.filter(({ suppression }) => suppression === null).length;
  if (fresh === 0) return 0;
  const reserved = await ctx.suppressions.reserve(id, fresh, limit);
  if (reserved === 'reserved') return fresh;
  throw planLimit(ctx, 'suppressions', { limit, used: reserved.used });
}

/**
 * Runs a write of these addresses, which reports each entry it creates. Throws 403 plan_limit if the new
 * entries don't all fit.
 */
export async function withRoom<T>(
  ctx: Ctx,
  caller: Caller,
  addresses: string[],
  write: (noteMade: () => void) => Promise<T>,
): Promise<T> {
  const limit = limitOf(ctx, caller);
  if (limit === null || addresses.length === 0) return write(() => {});
  const reserved = await reserve(ctx, caller, addresses, limit);
  let made = 0;
  try {
    return await write(() => made++);
  } finally {
    if (reserved > made) await ctx.suppressions.release(caller.account.id, reserved - made);
  }
}

/** Only entries that customers add count, not bounces, complaints, or clicks. */
const isCounted = ({ source }: Suppression) => source !== 'event' && source !== 'one_click';

/** Stops counting these entries, which were deleted. */
export async function giveRoomBack(ctx: Ctx, caller: Caller, removed: Suppression[]): Promise<void> {
  const n = removed.filter(isCounted).length;
  if (n > 0 && limitOf(ctx, caller) !== null) await ctx.suppressions.release(caller.account.id, n);
}

import { AppError } from '../../core/errors.ts';
import type { Caller } from '../context.ts';
import type { Imports } from '../ports/imports.ts';

/** Requests of an account in an hour (M5). */
const limits = { new: 10, continued: 300 } as const;

const what = { new: 'new imports', continued: 'continued requests of imports' } as const;

/** Counts a request of this hour, or throws 429 with the seconds to its end; nothing was called before (M5). */
export async function limitRequests(ctx: Imports, caller: Caller, kind: keyof typeof limits): Promise<void> {
  const left_s = await ctx.import_limits.count(caller.account.id, kind, limits[kind]);
  if (left_s === null) return;
  throw new AppError('rate_limited', `An account has ${limits[kind]} ${what[kind]} an hour`, {
    headers: { 'retry-after': String(left_s) },
  });
}

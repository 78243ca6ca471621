import { AppError, notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Identity } from '../context.ts';

type Suspension = { account_id: string; suspended_at: string | null };

function shown(account: Account | null): Suspension {
  if (account === null) throw notFound('Account');
  return { account_id: account.id, suspended_at: account.suspended_at ?? null };
}

/**
 * The operator's `suspend-account` (N22): within 30 s every request and login is refused, and what was accepted waits.
 * An account that is suspended already keeps the time of its first suspension. Throws 404.
 */
export const suspendAccount = async (ctx: Base & Identity, id: string): Promise<Suspension> =>
  shown(await ctx.accounts.suspend(id, timestamp(ctx.runtime.now())));

/**
 * The operator's `resume-account` (N22, N23): what waited goes out, within a quarter of an hour. Throws 404, and 409
 * for one that is being deleted (N24).
 */
export async function resumeAccount(ctx: Base & Identity, id: string): Promise<Suspension> {
  const account = await ctx.accounts.resume(id, timestamp(ctx.runtime.now()));
  if (account?.deleting_at !== undefined)
    throw new AppError('conflict', 'This account is being deleted', { details: { reason: 'deleting' } });
  return shown(account);
}

import { AppError, notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Identity } from '../context.ts';

type Suspension = { account_id: string; suspended_at: string | null };

function shown(account: Account | null): Suspension {
  if (account === null) throw notFound('Account');
  return { account_id: account.id, suspended_at: account.suspended_at ?? null };
}

/** The operator's `suspend-account` (N22): within 30 s requests and logins are refused; accepted mail waits. 404. */
export const suspendAccount = async (ctx: Base & Identity, id: string): Promise<Suspension> =>
  shown(await ctx.accounts.suspend(id, timestamp(ctx.runtime.now())));

/** The operator's `resume-account` (N22, N23): what waited goes out in 15 minutes. 404; 409 in a deletion (N24). */
export async function resumeAccount(ctx: Base & Identity, id: string): Promise<Suspension> {
  const account = await ctx.accounts.resume(id, timestamp(ctx.runtime.now()));
  if (account?.deleting_at !== undefined)
    throw new AppError('conflict', 'This account is being deleted', { details: { reason: 'deleting' } });
  return shown(account);
}

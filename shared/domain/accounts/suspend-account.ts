import { AppError, notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Identity } from '../context.ts';
import { suspendedWaits_s } from '../keys/suspended.ts';

type Suspension = { account_id: Id<'acc'>; suspended_at: string | null };

function suspensionOf(account: Account | null): Suspension {
  if (account === null) throw notFound('Account');
  return { account_id: account.id, suspended_at: account.suspended_at ?? null };
}

/**
 * The operator's `suspend-account`: refuses requests and logins within 30 s. Accepted mail waits. Throws 404.
 */
export const suspendAccount = async (ctx: Base & Identity, id: Id<'acc'>): Promise<Suspension> =>
  suspensionOf(await ctx.accounts.suspend(id, timestamp(ctx.runtime.now())));

/** Workers may treat the account as suspended for another half minute. */
const margin_s = 60;

/** Adds the seconds within which waiting work resumes. */
type Resumed = Suspension & { emails_resume_within_s: number; runs_resume_within_s: number };

/** The operator's `resume-account`: waiting work resumes within minutes. 404; 409 during deletion. */
export async function resumeAccount(ctx: Base & Identity, id: Id<'acc'>): Promise<Resumed> {
  const account = await ctx.accounts.resume(id, timestamp(ctx.runtime.now()));
  if (account?.deleting_at !== undefined)
    throw new AppError('conflict', 'This account is being deleted', { details: { reason: 'deleting' } });
  const within = {
    emails_resume_within_s: suspendedWaits_s.emails + margin_s,
    runs_resume_within_s: suspendedWaits_s.runs + margin_s,
  };
  return { ...suspensionOf(account), ...within };
}

import { notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import { type Base, type Counters, type Identity, systemCaller } from '../context.ts';
import { type AccountRecord, getAccount } from './get-account.ts';

/** The account as an operator's command prints it (A26): as GET /account shows it (H38). 404 for null, an unknown one. */
export async function shownAccount(
  ctx: Base & Identity & Counters,
  account: Account | null,
): Promise<AccountRecord> {
  if (account === null) throw notFound('Account');
  return getAccount(ctx, systemCaller(account, ctx.runtime.id('req')));
}

/** The operator's `show-account` (A26). Throws 404. */
export const showAccount = async (ctx: Base & Identity & Counters, id: string): Promise<AccountRecord> =>
  shownAccount(ctx, await ctx.accounts.get(id));

import { notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Member } from '../../core/records/members.ts';
import type { Id } from '../../core/runtime.ts';
import { type Base, type Counters, type Identity, type Sessions, systemCaller } from '../context.ts';
import { type AccountRecord, getAccount } from './get-account.ts';

/** The account as GET /account shows it, for operator commands. 404 for null or an unknown account. */
export async function accountRecordOf(
  ctx: Base & Identity & Counters,
  account: Account | null,
): Promise<AccountRecord> {
  if (account === null) throw notFound('Account');
  return getAccount(ctx, systemCaller(account, ctx.runtime.id('req')));
}

type MemberSummary = Pick<Member, 'email' | 'role' | 'status' | 'last_seen_at'>;
type AccountDetails = { account: AccountRecord; suspended_at: string | null; members: MemberSummary[] };

/** The operator's `show-account`, with suspension and up to 50 members. Throws 404. */
export async function showAccount(
  ctx: Base & Identity & Counters & Pick<Sessions, 'members'>,
  id: Id<'acc'>,
): Promise<AccountDetails> {
  const found = await ctx.accounts.get(id);
  const account = await accountRecordOf(ctx, found);
  const members = await ctx.members.list(id);
  return {
    account,
    suspended_at: found?.suspended_at ?? null,
    members: members.map(({ email, role, status, last_seen_at }) => ({ email, role, status, last_seen_at })),
  };
}

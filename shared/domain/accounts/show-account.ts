import { notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Member } from '../../core/records/members.ts';
import type { Id } from '../../core/runtime.ts';
import { type Base, type Counters, type Identity, type Sessions, systemCaller } from '../context.ts';
import { type AccountRecord, getAccount } from './get-account.ts';

/** The account as GET /account shows it, for operator commands. 404 for null or an unknown account. */
export async function shownAccount(
  ctx: Base & Identity & Counters,
  account: Account | null,
): Promise<AccountRecord> {
  if (account === null) throw notFound('Account');
  return getAccount(ctx, systemCaller(account, ctx.runtime.id('req')));
}

type ShownMember = Pick<Member, 'email' | 'role' | 'status' | 'last_seen_at'>;
type Shown = { account: AccountRecord; suspended_at: string | null; members: ShownMember[] };

/** The operator's `show-account`, with suspension and up to 50 members. Throws 404. */
export async function showAccount(
  ctx: Base & Identity & Counters & Pick<Sessions, 'members'>,
  id: Id<'acc'>,
): Promise<Shown> {
  const found = await ctx.accounts.get(id);
  const account = await shownAccount(ctx, found);
  const members = await ctx.members.list(id);
  return {
    account,
    suspended_at: found?.suspended_at ?? null,
    members: members.map(({ email, role, status, last_seen_at }) => ({ email, role, status, last_seen_at })),
  };
}

import { notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Member } from '../../core/records/members.ts';
import type { Id } from '../../core/runtime.ts';
import { type Base, type Counters, type Identity, type Sessions, systemCaller } from '../context.ts';
import type { Page } from '../ports/common.ts';
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

/** The operator's `list-accounts`, newest first. The first run scans the table for unlisted accounts. */
export async function listAccounts(ctx: Identity, page: Page) {
  await ctx.accounts.completeList();
  const { entries, next } = await ctx.accounts.list(page);
  const accounts = entries.map(({ id, email, name, plan, suspended_at = null, created_at }) => ({
    id,
    email,
    name,
    plan,
    suspended_at,
    created_at,
  }));
  return { accounts, has_more: next !== null, next_cursor: next };
}

import type { Identity } from '../context.ts';
import type { Page } from '../ports/common.ts';

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

import { invalid } from '../../core/errors.ts';
import type { Caller, Context } from '../context.ts';
import { emailRecord } from './status.ts';

/** GET /emails: newest first, one page (C5). */
export async function listEmails(
  ctx: Context,
  caller: Caller,
  input: { limit: number; cursor?: string | undefined },
) {
  const bound = [caller.account.id, 'emails'];
  const before = input.cursor === undefined ? null : await ctx.cursors.open(bound, input.cursor);
  if (input.cursor !== undefined && before === null) {
    throw invalid([{ path: 'cursor', rule: 'format', message: 'cursor: not a cursor of this list' }]);
  }
  const page = await ctx.emails.list({
    account: caller.account.id,
    shards: caller.account.email_shards,
    limit: input.limit,
    before,
  });
  const next_cursor = page.next === null ? null : await ctx.cursors.seal(bound, page.next);
  return {
    emails: page.emails.map((email) => emailRecord(email, null)),
    has_more: next_cursor !== null,
    next_cursor,
  };
}

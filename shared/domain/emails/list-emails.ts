import { fittingRecords } from '../../core/answer-size.ts';
import { invalid } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import { firstId } from '../../core/runtime.ts';
import type { Caller, Context } from '../context.ts';
import { withTenantNames } from '../tenants/names.ts';
import { type EmailFilters, matches, readsOnly } from './list-query.ts';
import { emailRecord } from './record.ts';

/** Q14: what one request looks at when a filter has no key; the cursor goes on from there. */
const most = { records: 1_000, ms: 2_000 };

/** Records of one read while filtering. */
const chunk = 100;

type Found = { emails: Email[]; next: string | null };

/** Newest first from below `before`, until the page is full or enough was looked at. */
async function find(
  ctx: Context,
  caller: Caller,
  input: { limit: number; before: string | null; since: string | null; filters: EmailFilters },
): Promise<Found> {
  const { limit, since, filters } = input;
  const started = ctx.runtime.now();
  const emails: Email[] = [];
  let before = input.before;
  for (let looked = 0; looked < most.records; looked += chunk) {
    if (since !== null && before !== null && before <= since) return { emails, next: null };
    const { id: account, email_shards: shards } = caller.account;
    const page = await ctx.emails.list({
      account,
      tenant: caller.tenant,
      shards,
      limit: readsOnly(filters) ? limit : chunk,
      before,
      since,
    });
    for (const [i, email] of page.emails.entries()) {
      if (!matches(email, filters)) continue;
      emails.push(email);
      const last = i === page.emails.length - 1 && page.next === null;
      if (emails.length === limit) return { emails, next: last ? null : email.id };
    }
    before = page.next;
    const late = ctx.runtime.now() - started >= most.ms;
    if (before === null || late || readsOnly(filters)) return { emails, next: before };
  }
  return { emails, next: before };
}

/**
 * GET /emails: newest first, one page (C5). since and until are key ranges; every other filter is applied while
 * reading, so that a page may hold fewer than `limit` emails, even none, and still be followed by more (Q14).
 * So may a page of emails so large that one answer does not carry them all. A cursor belongs to its filters.
 */
export async function listEmails(
  ctx: Context,
  caller: Caller,
  input: EmailFilters & { limit: number; cursor?: string | undefined },
) {
  const { limit, cursor, ...filters } = input;
  const bound = [
    caller.account.id,
    caller.tenant ?? '',
    'emails',
    JSON.stringify(Object.entries(filters).sort()),
  ];
  const position = cursor === undefined ? null : await ctx.cursors.open(bound, cursor);
  if (cursor !== undefined && position === null) {
    throw invalid([{ path: 'cursor', rule: 'format', message: 'cursor: not a cursor of this list' }]);
  }
  const until = filters.until === undefined ? null : firstId('msg', filters.until);
  const since = filters.since === undefined ? null : firstId('msg', filters.since);
  const found = await find(ctx, caller, { limit, before: position ?? until, since, filters });
  const records = await withTenantNames(ctx, found.emails, emailRecord);
  const emails = records.slice(0, fittingRecords(records));
  const next = emails.length < records.length ? (emails.at(-1)?.id ?? null) : found.next;
  const next_cursor = next === null ? null : await ctx.cursors.seal(bound, next);
  return { emails, has_more: next_cursor !== null, next_cursor };
}

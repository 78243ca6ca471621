import { fittingRecords } from '../../core/answer-size.ts';
import type { Email } from '../../core/records/emails.ts';
import { firstId, idTime, isId } from '../../core/runtime.ts';
import type { Base, Caller, Mail, OpenSchedules, Paging, Templates, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { bounds, chunk, openCursor, type PageQuery, sealNext } from '../lists/filtered-page.ts';
import type { Neighbors } from '../ports/emails.ts';
import { withTenantNames } from '../tenants/names.ts';
import { type EmailFilters, matches, readsOnly } from './list-query.ts';
import { emailRecord } from './record.ts';

/**
 * Reads newest first from below `before`, until the page is full, the list ends, or the read limit is
 * reached.
 */
async function find(
  ctx: Base & Mail,
  caller: Caller,
  input: { limit: number; before: string | null; since: string | null; filters: EmailFilters },
): Promise<{ emails: Email[]; next: string | null }> {
  const { limit, since, filters } = input;
  const { account, tenant } = caller;
  const list = { account: account.id, tenant, shards: account.email_shards, since };
  const unfiltered = readsOnly(filters);
  const max = unfiltered ? bounds.unfiltered : bounds.filtered;
  const until = ctx.runtime.now() + max.ms;
  const emails: Email[] = [];
  let before = input.before;
  for (let looked = 0; looked < max.entries; looked += chunk) {
    if (since !== null && before !== null && before <= since) return { emails, next: null };
    const wanted = unfiltered && looked === 0 ? limit : chunk;
    const { entries, next } = await ctx.emails.list({ ...list, limit: wanted, before });
    for (const [i, email] of entries.entries()) {
      if (!matches(email, filters)) continue;
      emails.push(email);
      const last = i === entries.length - 1 && next === null;
      if (emails.length === limit) return { emails, next: last ? null : email.id };
    }
    before = next;
    if (before === null || ctx.runtime.now() >= until) break;
  }
  return { emails, next: before };
}

/**
 * Turns a template's id in the filters into its alias, from its creation on, because another template may
 * have had that alias before. A deleted template matches nothing.
 */
async function resolveTemplate(ctx: Templates, caller: Caller, filters: EmailFilters): Promise<EmailFilters> {
  const { template } = filters;
  if (template === undefined || !isId('tpl', template)) return filters;
  const pointer = await ctx.templates.readPointer(caller.account.id, template);
  if (pointer === null) return filters;
  return { ...filters, template: pointer.alias, since: Math.max(filters.since ?? 0, idTime(template)) };
}

/**
 * GET /emails: one page, newest first. since and until are key ranges. All other filters apply while reading.
 * So a page may have fewer than `limit` emails, or even none, although more follow. Emails too large for one
 * response also shorten a page. A cursor is bound to its filters.
 */
export async function listEmails(
  ctx: Base & Mail & Templates & Tenants & Paging,
  caller: Caller,
  input: EmailFilters & PageQuery,
) {
  const { limit, cursor, ...filters } = input;
  const filtered = JSON.stringify(Object.entries(filters).sort());
  const bound = [caller.account.id, caller.tenant ?? '', 'emails', filtered];
  const position = await openCursor(ctx, bound, cursor);
  const until = filters.until === undefined ? null : firstId('msg', filters.until);
  const resolved = await resolveTemplate(ctx, caller, filters);
  const since = resolved.since === undefined ? null : firstId('msg', resolved.since);
  const found = await find(ctx, caller, { limit, before: position ?? until, since, filters: resolved });
  const records = await withTenantNames(ctx, caller.account.id, found.emails, emailRecord);
  const emails = records.slice(0, fittingRecords(records));
  const next = emails.length < records.length ? (emails.at(-1)?.id ?? null) : found.next;
  return { emails, ...(await sealNext(ctx, bound, next)) };
}

/** The emails before and after this one in GET /emails without filters. */
export async function findNeighbors(ctx: Mail, { account, tenant }: Caller, id: string): Promise<Neighbors> {
  if (!isId('msg', id)) return { newer: null, older: null };
  return ctx.emails.neighbors({ account: account.id, tenant, shards: account.email_shards, id });
}

/** The account's scheduled emails, next first. Null if there are too many to sort, or for a tenant. */
export async function firstScheduled(ctx: OpenSchedules & Tenants, caller: Caller, limit: number) {
  requireScope(caller, ['emails:read']);
  // The index doesn't store tenants.
  if (caller.tenant !== null) return null;
  const emails = await ctx.open_schedules.first(caller.account.id, limit);
  return emails && withTenantNames(ctx, caller.account.id, emails, emailRecord);
}

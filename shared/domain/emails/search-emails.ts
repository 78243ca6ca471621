import { canonicalMailbox, parseMailbox } from '../../core/addresses.ts';
import { fittingRecords } from '../../core/answer-size.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Caller, Mail, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { withTenantNames } from '../tenants/names.ts';
import { matches } from './list-query.ts';
import { emailRecord } from './record.ts';

/** How many of the newest emails a search reads. */
export const searched_emails = 1_000;

const shown = 25;

/** Matches emails by search text: the Message-ID, an address, or every word in the subject. */
function isNamed(text: string): (email: Email) => boolean {
  const address = parseMailbox(text) === null ? null : canonicalMailbox(text);
  const words = text.toLowerCase().split(/\s+/);
  return (email) => {
    if (matches(email, { message_id: text })) return true;
    if (address !== null && (matches(email, { to: address }) || matches(email, { from: address })))
      return true;
    const subject = email.subject.toLowerCase();
    return words.every((word) => subject.includes(word));
  };
}

/** The matches among the caller's newest 1,000 emails, newest first. Takes at most four round trips. */
export async function searchEmails(ctx: Mail & Tenants, caller: Caller, text: string) {
  requireScope(caller, ['emails:read']);
  const { account, tenant } = caller;
  const list = { account: account.id, tenant, shards: account.email_shards, since: null, before: null };
  const { entries, next } = await ctx.emails.list({ ...list, limit: searched_emails });
  const found = entries.filter(isNamed(text));
  const records = await withTenantNames(ctx, account.id, found.slice(0, shown), emailRecord);
  const emails = records.slice(0, fittingRecords(records));
  return { emails, more: next !== null || emails.length < found.length };
}

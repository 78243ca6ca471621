import { isAppError } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import type { CountedLimit } from '../../core/records/limits.ts';
import { type Base, type Identity, type Mail, systemCaller, type Tenants } from '../context.ts';
import { limitsToCount } from '../limits/send-limits.ts';
import { type Blocked, blockedReason } from '../suppressions/blocked.ts';
import { checkStream } from '../tenants/guard.ts';
import { neededFacts, readFactsOf } from './facts.ts';
import { distinctRecipients } from './recipients.ts';
import { checkRules } from './rules.ts';
import { checkSender, type Sender } from './sender.ts';

/** Why an email isn't sent when due: `failure_reason`, and the blocked recipients. */
export type Refusal = { failure_reason: string; blocked: Blocked | null };

/** The limits that must still be counted when the email is sent, or the refusal. */
type Rechecked = { refusal: Refusal } | { refusal: null; limits: CountedLimit[] };

const refused = (failure_reason: string): Rechecked => ({ refusal: { failure_reason, blocked: null } });

/**
 * Applies the rules of POST /emails to the current state when a scheduled email is due. The fire's write
 * counts the limits. The key that created the email isn't checked, so revoking it stops nothing.
 */
export async function recheck(ctx: Base & Identity & Mail & Tenants, email: Email): Promise<Rechecked> {
  const account = await ctx.accounts.get(email.account);
  if (account === null) return refused('forbidden');
  const caller = systemCaller(account, email.id);
  const { from, category, tenant } = email;
  const { canonical } = distinctRecipients(email);
  // No `scheduled_at`, because it counts now.
  const send = { from, canonical, scheduled_at: null, template: null, idempotency: null, tenant };
  const needs = neededFacts(ctx, caller, send);
  // The owner doesn't change, even if it is the account. A tenant that got the domain later did not send this
  // email (A45).
  const sender: Sender = { tenant, fixed: true, name: null, by_key: false };
  const facts = await readFactsOf(ctx, { needs, sender });
  try {
    checkStream(checkSender(sender, facts), category);
    const blocked = checkRules(ctx, caller, { from, category, canonical, facts });
    if (blocked) return { refusal: { failure_reason: blockedReason(blocked), blocked } };
    return { refusal: null, limits: limitsToCount(facts, { category, recipients: canonical.length }) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return refused(error.code);
  }
}

import { AppError } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import type { CountedLimit } from '../../core/records/limits.ts';
import { type Base, type Identity, type Mail, systemCaller } from '../context.ts';
import { type Blocked, blockedReason } from '../suppressions/blocked.ts';
import { neededFacts, readFacts } from './facts.ts';
import { distinctRecipients } from './recipients.ts';
import { checkRules } from './rules.ts';

/** Why an email may not go out at its time: `failure_reason`, and the recipients that the lists block (Q3). */
export type Refusal = { failure_reason: string; blocked: Blocked | null };

/** What the fire still has to count (Q2), or why the email is refused. */
type Rechecked = { refusal: Refusal } | { refusal: null; limits: CountedLimit[] };

const refused = (failure_reason: string): Rechecked => ({ refusal: { failure_reason, blocked: null } });

/**
 * Checks a scheduled email again when its time has come (H12, Q3, A11), by the rules of POST /emails over the
 * current state: from-domain, production unlock, suppressions and opt-outs. The plan's limit comes last, in the
 * write that fires and counts. The key that made the email is not asked: revoking it stops nothing.
 */
export async function recheck(ctx: Base & Identity & Mail, email: Email): Promise<Rechecked> {
  const account = await ctx.accounts.get(email.account);
  if (account === null) return refused('forbidden');
  const caller = systemCaller(account, email.id);
  const { from, category } = email;
  const { canonical } = distinctRecipients(email);
  // No `scheduled_at`: it is counted now.
  const send = { from, canonical, scheduled_at: null, template: null, idempotency: null };
  const needs = neededFacts(ctx, caller, send);
  const facts = await readFacts(ctx, needs);
  try {
    const blocked = checkRules(ctx, caller, { from, category, canonical, facts });
    if (blocked) return { refusal: { failure_reason: blockedReason(blocked), blocked } };
    return { refusal: null, limits: facts.limits };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused(error.code);
  }
}

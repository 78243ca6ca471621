import { AppError } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import { type Context, systemCaller } from '../context.ts';
import type { Counted } from '../ports/emails.ts';
import { type Blocked, blockedReason } from '../suppressions/blocked.ts';
import { distinctRecipients } from './recipients.ts';
import { checkRules, neededFacts } from './send-email.ts';

/** Why an email may not go out at its time: `failure_reason`, and whom the lists hold (Q3). */
export type Refusal = { failure_reason: string; blocked: Blocked | null };

/** What the fire still has to count (Q2), or why there will be none. */
export type Rechecked = { refusal: Refusal } | { refusal: null; quota: Counted | null };

const refused = (failure_reason: string): Rechecked => ({ refusal: { failure_reason, blocked: null } });

/**
 * Checks a scheduled email again when its time has come (H12, Q3, A11), by the very rules of POST /emails over
 * what holds now: from-domain, production unlock, suppressions and opt-outs. The plan's limit comes last, with the
 * fire itself, which counts it. The key that made the email is not asked: revoking it stops nothing.
 */
export async function recheck(ctx: Context, email: Email): Promise<Rechecked> {
  const account = await ctx.accounts.get(email.account);
  if (account === null) return refused('forbidden');
  const caller = systemCaller(account, email.id);
  const { canonical } = distinctRecipients(email);
  const needs = neededFacts(ctx, caller, { request: { from: email.from }, canonical, idempotency: null });
  const [facts] = await ctx.emails.readFacts([needs]);
  if (facts === undefined) throw new Error('no facts');
  try {
    const meta = { category: email.category, scheduled_at: null };
    const blocked = checkRules(ctx, caller, { meta, envelope: email, canonical, facts });
    if (blocked) return { refusal: { failure_reason: blockedReason(blocked), blocked } };
    return { refusal: null, quota: needs.quota && { use: needs.quota, seen: facts.quota } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused(error.code);
  }
}

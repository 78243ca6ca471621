import type { Email } from '../../core/records/emails.ts';
import type { Delivering } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import { type Refusal, recheck } from '../sending/recheck.ts';
import { secondsUntil } from '../sending/schedule.ts';
import { failEmail } from './fail-email.ts';

/**
 * Rechecks a due scheduled email, then moves it from scheduled to queued if the schedule still matches this
 * message. Returns true if the lease takes over, as for unscheduled email. Returns false if there is nothing
 * to send: too early, canceled, rescheduled (Q16: dropped without a trace), or refused.
 */
export async function fireScheduled(ctx: Delivering, message: DeliverMessage): Promise<boolean> {
  const { id, scheduled_at } = message;
  if (scheduled_at === undefined) return true;
  const now = ctx.runtime.now();
  const at = Date.parse(scheduled_at);
  if (at > now) {
    await ctx.queues.deliver([message], secondsUntil(at, now));
    return false;
  }
  const email = await ctx.emails.getMeta(id);
  if (email === null || email.scheduled_at !== scheduled_at) return false;
  // The email is already queued, by a copy of this message or by a worker that died before its lease.
  if (email.state !== 'scheduled') return true;
  const checked = await recheck(ctx, email);
  if (checked.refusal !== null) {
    await refuse(ctx, email, scheduled_at, checked.refusal);
    return false;
  }
  // If a concurrent write won, the lease fails, because it requires the state `queued`.
  const fired = await ctx.emails.fire({ id, scheduled_at, limits: checked.limits });
  if (typeof fired === 'string') return true;
  const failure_reason = 'stream' in fired.exceeded ? 'daily_ramp_limit' : 'plan_limit';
  await refuse(ctx, email, scheduled_at, { failure_reason, blocked: null });
  return false;
}

/** Fails the email with a reason, unless it changed in the meantime. */
async function refuse(ctx: Delivering, email: Email, fired: string, refusal: Refusal): Promise<void> {
  const { id: email_id, account } = email;
  if (!(await failEmail(ctx, email, refusal, { fired }))) return;
  ctx.log.info('scheduled_email_refused', { email_id, account, failure_reason: refusal.failure_reason });
}

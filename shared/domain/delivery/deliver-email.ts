import type { Email } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { oneLargeAtATime } from '../attachments/read-files.ts';
import { unpack } from '../content/unpack.ts';
import type { Delivering } from '../context.ts';
import { isSuspended } from '../keys/suspended.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import { distinctRecipients } from '../sending/recipients.ts';
import { blockedReason, readBlocked } from '../suppressions/blocked.ts';
import { publishSent } from '../webhooks/publish-email-event.ts';
import { admit } from './admit.ts';
import { handleOutcome } from './after-attempt.ts';
import { ambiguous_ms, giveUp_ms, lease_ms, recheck_ms } from './backoff.ts';
import { dropOutboxRow, failEmail, republishFailure } from './fail-email.ts';
import { fireScheduled } from './fire-scheduled.ts';
import { hold, isOver } from './hold.ts';
import { type Attempted, attemptSend, unsent } from './send-attempt.ts';

/**
 * Sends one accepted email through SES once, however often its message is delivered:
 *
 * 1. `admit` and `hold`: mail that can't go yet returns to the queue.
 * 2. `fireScheduled`: a due scheduled email is queued.
 * 3. `lease`: one worker at a time. `onLeaseDenied` handles the others.
 * 4. `checkLate`: mail that waited too long, or whose recipients are now blocked, fails.
 * 5. `attempt`: composes, then calls SES once.
 * 6. `handleOutcome`: sent, requeued after throttling, or failed. After a broken connection the lease
 *    stays, because SES may have taken the message.
 */
export async function deliverEmail(
  ctx: Delivering,
  message: DeliverMessage,
  delivery: { receive_count: number },
): Promise<void> {
  const wait = await admit(ctx, message);
  if (wait !== null && (await hold(ctx, message, wait))) return;
  if (!(await fireScheduled(ctx, message))) return;
  const [lease, probed] = await leaseAndProbe(ctx, message);
  if (!lease.leased) return onLeaseDenied(ctx, message, lease.email, delivery.receive_count);
  const { email } = lease;
  const late = await checkLate(ctx, email);
  if (late === 'failed') return;
  const read = message.batch === email.batch?.id ? probed : null;
  const [attempted] = await Promise.all([
    late ?? attempt(ctx, message, email, read),
    dropOutboxRow(ctx, email),
  ]);
  if (attempted === null) await failEmail(ctx, email, { failure_reason: 'content_expired' });
  else await handleOutcome(ctx, { message, repeated: delivery.receive_count > 1 }, email, attempted);
}

/**
 * Leases the email and reads its content in parallel, in one round trip. If the read comes too early, it may
 * not find the content.
 */
function leaseAndProbe(ctx: Delivering, message: DeliverMessage) {
  const { id, account, batch, content = 'item' } = message;
  const now = ctx.runtime.now();
  return Promise.all([
    ctx.emails.lease({ id, lease_until: now + lease_ms, dead_before: now - ambiguous_ms }),
    ctx.emails.readContent({ id: batch ?? id, account, content }, { probe: true }).catch(() => null),
  ]);
}

/** SES's answer. Null if the content or a file is gone. */
async function attempt(
  ctx: Delivering,
  message: DeliverMessage,
  email: Email,
  read: Uint8Array | null,
): Promise<Attempted | null> {
  const packed = read ?? (await ctx.emails.readContent(email).catch(unsent(ctx, message)));
  if (!(packed instanceof Uint8Array)) return packed;
  const content = unpack(email, packed);
  return content && oneLargeAtATime(ctx, content, () => attemptSend(ctx, message, email, content));
}

/**
 * What to do with a message that is late or a copy:
 *
 * | email | action |
 * |---|---|
 * | sending, with SES's message id | mark it sent: its worker died, and SES has since reported it |
 * | sending | check again after the wait for SES's `Send` |
 * | sent or failed, message received before | publish its event again: its worker may have died first |
 * | any other | drop the message |
 */
async function onLeaseDenied(
  ctx: Delivering,
  message: DeliverMessage,
  email: Email | null,
  received: number,
): Promise<void> {
  if (email === null) return ctx.log.warn('email_not_found', { email_id: message.id });
  if (email.state === 'sending' && email.message_id !== null) {
    const { id, message_id, sent_at: known } = email;
    const sent_at = known ?? timestamp(ctx.runtime.now());
    const sent = await ctx.emails.markSent({ id, message_id, sent_at });
    if (sent !== null) await publishSent(ctx, { ...email, ...sent }, false);
    return;
  }
  if (email.state === 'sending') {
    const until = (email.lease_until ?? 0) + ambiguous_ms - ctx.runtime.now();
    return ctx.queues.deliver([message], Math.max(5, Math.ceil(until / 1000) + 1));
  }
  if (email.state === 'sent' && received > 1) await publishSent(ctx, email, true);
  if (email.state === 'failed' && received > 1) await republishFailure(ctx, email);
}

/**
 * Fails an email that waited 24 hours, not counting suspensions, or whose recipients were blocked while it
 * waited. If its account now reads as suspended, it returns to the queue to be held. Null means that the
 * email can be sent.
 */
async function checkLate(ctx: Delivering, email: Email): Promise<'failed' | Attempted | null> {
  const waited = ctx.runtime.now() - Date.parse(email.scheduled_at ?? email.created_at);
  if (waited > giveUp_ms) {
    const account = await ctx.accounts.get(email.account);
    if (account !== null && isSuspended(account)) return { outcome: 'later', reason: 'account_suspended' };
    if (isOver(ctx, account)) {
      await failEmail(ctx, email, { failure_reason: 'upstream_error' });
      return 'failed';
    }
  }
  if (waited <= recheck_ms) return null;
  const blocked = await readBlocked(ctx, email, distinctRecipients(email).canonical, email.category);
  if (blocked === null) return null;
  await failEmail(ctx, email, { failure_reason: blockedReason(blocked), blocked });
  return 'failed';
}

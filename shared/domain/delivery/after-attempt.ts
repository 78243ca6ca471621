import type { Email } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { sesMessageId } from '../../mail/message-id.ts';
import type { Base, Mail, Publishing, Timeline } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import { readEndpoints } from '../webhooks/publish.ts';
import { publishEmailEvent } from '../webhooks/publish-email-event.ts';
import { publishSent } from '../webhooks/publish-sent.ts';
import { ambiguous_ms, backoffSeconds, giveUp_ms, lease_ms, publishDelayAfter_ms } from './backoff.ts';
import { failEmail } from './fail-email.ts';
import type { Attempted } from './send-attempt.ts';

/** What recording an outcome reaches. */
type Recording = Base & Mail & Timeline & Publishing;

type Accepted = Extract<Attempted, { outcome: 'accepted' }>;

/** What follows SES's answer: sent, or refused, throttled, unknown. */
export async function handleOutcome(
  ctx: Recording,
  message: DeliverMessage,
  email: Email,
  attempted: Attempted,
): Promise<void> {
  const { outcome } = attempted;
  const reason = outcome === 'accepted' ? {} : { reason: attempted.reason };
  const { id: email_id, account, attempt } = email;
  ctx.log.info('send_attempt', { email_id, account, attempt, outcome, ...reason });
  if (outcome === 'accepted') return recordSent(ctx, email, attempted);
  return retryOrFail(ctx, message, email, attempted);
}

/**
 * sending -> sent, and email.sent with the time that is stored: SES's own, where a notification came first, else the
 * beginning of the call, which no delivery can precede (Q55).
 */
async function recordSent(ctx: Recording, email: Email, accepted: Accepted): Promise<void> {
  const sent_at = timestamp(accepted.started_at ?? ctx.runtime.now());
  const message_id = sesMessageId(ctx.settings.region, accepted.message_id);
  const [sent, endpoints] = await Promise.all([
    ctx.emails.markSent({ id: email.id, message_id, sent_at }),
    readEndpoints(ctx, email.account),
  ]);
  // A `Send` notification that came first has published email.sent itself (E36).
  if (sent === null) return;
  await publishSent(ctx, { ...email, message_id, sent_at: sent.sent_at }, false, endpoints);
}

async function retryOrFail(
  ctx: Recording,
  message: DeliverMessage,
  email: Email,
  { outcome, reason }: Exclude<Attempted, Accepted>,
): Promise<void> {
  switch (outcome) {
    case 'refused':
      await failEmail(ctx, email, { failure_reason: 'upstream_error', reason });
      return;
    case 'unknown':
      return ctx.queues.deliver([message], Math.ceil((lease_ms + ambiguous_ms) / 1000) + 1);
    case 'later': {
      const { slot: _used, ...rest } = message;
      const tries = (message.tries ?? 0) + 1;
      await ctx.emails.release({ id: email.id, attempt: email.attempt });
      await ctx.queues.deliver([{ ...rest, tries }], backoffSeconds(ctx.runtime.random, tries));
      await publishDelay(ctx, email, reason);
    }
  }
}

/**
 * email.delivery_delayed of the queue, once and from 15 minutes on (H12); published before it is marked, so that a
 * worker that dies between the two does not lose it.
 */
async function publishDelay(ctx: Recording, email: Email, reason: string): Promise<void> {
  const since = Date.parse(email.scheduled_at ?? email.created_at);
  const now = ctx.runtime.now();
  if (email.delayed || now - since <= publishDelayAfter_ms) return;
  const data = {
    delay_reason: reason,
    delay_type: 'rate_limited',
    retry_until: timestamp(since + giveUp_ms),
    recipient_count: email.recipient_count,
  };
  const event = { type: 'email.delivery_delayed', at: timestamp(now), data, repeat: true } as const;
  await publishEmailEvent(ctx, email, event);
  await ctx.emails.markDelayed(email.id);
}

import type { Email } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Delivering } from '../context.ts';
import { publishEmailEvent } from '../webhooks/publish-email-event.ts';
import { giveUp_ms, publishDelayAfter_ms } from './backoff.ts';

/** email.delivery_delayed, once and from 15 minutes on (H12); published before it is marked, so that a death loses none. */
export async function publishDelay(ctx: Delivering, email: Email, reason: string): Promise<void> {
  const since = Date.parse(email.scheduled_at ?? email.created_at);
  const now = ctx.runtime.now();
  if (email.delayed || now - since <= publishDelayAfter_ms) return;
  const data = {
    delay_reason: reason,
    delay_type: 'rate_limited',
    // When a suspension ends is not known.
    retry_until: reason === 'account_suspended' ? null : timestamp(since + giveUp_ms),
    recipient_count: email.recipient_count,
  };
  const event = { type: 'email.delivery_delayed', at: timestamp(now), data, repeat: true } as const;
  await publishEmailEvent(ctx, email, event);
  await ctx.emails.markDelayed(email.id);
}

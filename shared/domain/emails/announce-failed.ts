import type { Email } from '../../core/records.ts';
import type { Context } from '../context.ts';
import { announce } from './announce.ts';

/** email.failed of a whole email that we gave up ourselves: one event, no recipient (E20). */
export async function announceFailed(
  ctx: Context,
  email: Email,
  input: { code: string; reason: string; failed_at: string; repeat?: boolean },
): Promise<void> {
  const data = {
    bounce_type: null,
    failure_reason: input.reason,
    code: input.code,
    smtp_code: null,
    enhanced_code: null,
    failed_at: input.failed_at,
    suppressed: false,
    suppression_id: null,
    recipient_count: email.recipient_count,
  };
  await announce(ctx, email, {
    type: 'email.failed',
    at: input.failed_at,
    data,
    repeat: input.repeat ?? false,
  });
}

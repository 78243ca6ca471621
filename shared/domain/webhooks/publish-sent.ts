import type { Email } from '../../core/records/emails.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Publishing, Timeline } from '../context.ts';
import { publishEmailEvent } from './publish-email-event.ts';

/** email.sent, the same event from each of its publishers: the worker, its redelivery, SES's notification (E36). */
export async function publishSent(
  ctx: Timeline & Publishing,
  email: Email,
  repeat: boolean,
  endpoints?: WebhookEndpoint[],
): Promise<void> {
  const at = email.sent_at ?? email.created_at;
  const data = { sent_at: at, cc: email.cc, recipient_count: email.recipient_count };
  await publishEmailEvent(ctx, email, { type: 'email.sent', at, data, repeat, endpoints });
}

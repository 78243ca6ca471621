import type { Email } from '../../core/records/emails.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Context } from '../context.ts';
import { announce } from './announce.ts';

/** email.sent, the same event whoever tells it: the worker, its redelivery, or SES's notification (E36). */
export async function announceSent(
  ctx: Context,
  email: Email,
  repeat: boolean,
  endpoints?: WebhookEndpoint[],
): Promise<void> {
  const at = email.sent_at ?? email.created_at;
  const data = { sent_at: at, cc: email.cc, recipient_count: email.recipient_count };
  await announce(ctx, email, { type: 'email.sent', at, data, repeat, endpoints });
}

import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Context } from '../context.ts';
import { buildEmailEvent, type EventDetails, serviceEvent } from '../events/email-event.ts';
import { publishEvents } from './publish.ts';

/** Of emit: whether this may have been told before (E8), and the account's endpoints where they were just read. */
type PublishOptions = { repeat: boolean; endpoints?: WebhookEndpoint[] | undefined };

/** The webhooks of an event whose row stands, or that needs none. */
export async function publishServiceEvent(
  ctx: Context,
  email: Email,
  event: EmailEvent,
  { repeat, endpoints }: PublishOptions,
): Promise<void> {
  const told = { event: buildEmailEvent(email, event), tenant: email.tenant, repeat };
  await publishEvents(ctx, email.account, [told], endpoints);
}

/**
 * Tells an event of our own: its row in the timeline and its webhooks. A repeated telling is the same event.
 * email.sent needs no row: the meta's own sent_at is its note (Q13).
 */
export async function publishEmailEvent(
  ctx: Context,
  email: Email,
  told: EventDetails & PublishOptions,
): Promise<void> {
  const event = serviceEvent(email, told);
  if (told.type !== 'email.sent') await ctx.events.putEvent(event);
  await publishServiceEvent(ctx, email, event, told);
}

import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Publishing, Timeline } from '../context.ts';
import { buildEmailEvent, type EventDetails, serviceEvent } from '../events/email-event.ts';
import { publishEvents } from './publish.ts';

/** `repeat`: this may have been published before (E8). `endpoints`: the account's, where the caller has just read them. */
type PublishOptions = { repeat: boolean; endpoints?: WebhookEndpoint[] | undefined };

/** Publishes an event whose row is stored, or that needs none. */
export async function publishServiceEvent(
  ctx: Publishing,
  email: Email,
  event: EmailEvent,
  { repeat, endpoints }: PublishOptions,
): Promise<void> {
  const told = { event: buildEmailEvent(email, event), tenant: email.tenant, repeat };
  await publishEvents(ctx, email.account, [told], endpoints);
}

/**
 * Stores an event of our own in the timeline and publishes it. Repeated, it is the same event. email.sent needs no
 * row: the email's sent_at records it (Q13).
 */
export async function publishEmailEvent(
  ctx: Timeline & Publishing,
  email: Email,
  told: EventDetails & PublishOptions,
): Promise<void> {
  const event = serviceEvent(email, told);
  if (told.type !== 'email.sent') await ctx.events.putEvent(event);
  await publishServiceEvent(ctx, email, event, told);
}

import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Publishing, Timeline } from '../context.ts';
import { buildEmailEvent, type EventDetails, serviceEvent } from '../events/email-event.ts';
import { withTenantName } from '../tenants/names.ts';
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
  const { account, tenant } = email;
  const build = (one: Email, name: string | null) => buildEmailEvent(one, event, name);
  const built = await withTenantName(ctx, account, email, build, ctx.tenants.known);
  const outgoing = { event: built, tenant, repeat };
  await publishEvents(ctx, email.account, [outgoing], endpoints);
}

/**
 * Stores an event of our own in the timeline and publishes it. Repeated, it is the same event. email.sent needs no
 * row: the email's sent_at records it (Q13).
 */
export async function publishEmailEvent(
  ctx: Timeline & Publishing,
  email: Email,
  details: EventDetails & PublishOptions,
): Promise<void> {
  const made = serviceEvent(email, details);
  // Repeated, it is the event of the first run: what is stored already stays.
  const { event } = details.type === 'email.sent' ? { event: made } : await ctx.events.putEvent(made);
  await publishServiceEvent(ctx, email, event, details);
}

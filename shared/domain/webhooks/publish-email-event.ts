import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Publishing, Tenants, Timeline } from '../context.ts';
import { buildEmailEvent, type EventDetails, serviceEvent } from '../events/email-event.ts';
import { withTenantName } from '../tenants/names.ts';
import { type OutgoingEvent, publishEvents } from './publish.ts';

/** An event as sent, with its tenant's name as this process knows it. */
export function outgoingEvent(
  ctx: Tenants,
  email: Email,
  event: EmailEvent,
  repeat: boolean,
): Promise<OutgoingEvent> {
  const { account, tenant } = email;
  const show = (_: Email, name: string | null): OutgoingEvent => {
    return { event: buildEmailEvent(email, event, name), tenant, repeat };
  };
  return withTenantName(ctx, account, email, show, ctx.tenants.known);
}

/**
 * Publishes an event. `repeat` means that it may have been published before. `endpoints` are the account's
 * endpoints, if they have just been read.
 */
export async function publishServiceEvent(
  ctx: Publishing,
  email: Email,
  event: EmailEvent,
  { repeat, endpoints }: { repeat: boolean; endpoints?: WebhookEndpoint[] | undefined },
): Promise<void> {
  await publishEvents(ctx, email.account, [await outgoingEvent(ctx, email, event, repeat)], endpoints);
}

/** Stores one of our events in the timeline and publishes it. A repeat is the first run's event. */
export async function publishEmailEvent(
  ctx: Timeline & Publishing,
  email: Email,
  details: EventDetails & { repeat: boolean },
): Promise<void> {
  const { event } = await ctx.events.putEvent(serviceEvent(email, details));
  await publishServiceEvent(ctx, email, event, details);
}

/**
 * Publishes email.sent. It is the same event whether it comes from the worker, a redelivery, or a
 * notification. It needs no row, because sent_at records it.
 */
export async function publishSent(
  ctx: Publishing,
  email: Email,
  repeat: boolean,
  endpoints?: WebhookEndpoint[],
): Promise<void> {
  const at = email.sent_at ?? email.created_at;
  const data = { sent_at: at, cc: email.cc, recipient_count: email.recipient_count };
  const event = serviceEvent(email, { type: 'email.sent', at, data });
  await publishServiceEvent(ctx, email, event, { repeat, endpoints });
}

import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent, EventType } from '../../core/records/events.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Context } from '../context.ts';
import { emitEvents } from '../webhooks/emit-event.ts';
import { buildEmailEvent, eventId } from '../webhooks/payload.ts';

/** What is told of an email: the moment, and the data of its payload (H17). */
export type Told = { type: EventType; at: string; data: Record<string, unknown> };

/** Of emit: whether this may have been told before (E8), and the account's endpoints where they were just read. */
type Emitting = { repeat: boolean; endpoints?: WebhookEndpoint[] | undefined };

/** An event that concerns the whole email and that we made ourselves (E20); its id is derived, once and again (E8). */
export function ownEvent(email: Email, { type, at, data }: Told): EmailEvent {
  return {
    id: eventId(email.id, type, null, '', Date.parse(email.created_at)),
    email_id: email.id,
    account: email.account,
    type,
    position: null,
    variant: '',
    occurred_at: at,
    created_at: timestamp(Date.parse(at)),
    data,
  };
}

/** The webhooks of an event whose row stands, or that needs none. */
export async function emitOwn(
  ctx: Context,
  email: Email,
  event: EmailEvent,
  { repeat, endpoints }: Emitting,
): Promise<void> {
  const told = { event: buildEmailEvent(email, event), tenant: email.tenant, repeat };
  await emitEvents(ctx, email.account, [told], endpoints);
}

/**
 * Tells an event of our own: its row in the timeline and its webhooks. A repeated telling is the same event.
 * email.sent needs no row: the meta's own sent_at is its note (Q13).
 */
export async function announce(ctx: Context, email: Email, told: Told & Emitting): Promise<void> {
  const event = ownEvent(email, told);
  if (told.type !== 'email.sent') await ctx.events.putEvent(event);
  await emitOwn(ctx, email, event, told);
}

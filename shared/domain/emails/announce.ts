import type { Email, EmailEvent, EventType, WebhookEndpoint } from '../../core/records.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Context } from '../context.ts';
import { emitEvents } from '../webhooks/emit-event.ts';
import { buildEmailEvent, eventId } from '../webhooks/payload.ts';

/**
 * Tells an event that concerns the whole email and that we made ourselves (E20): its row in the timeline and
 * its webhooks. The ids are derived, so a repeated telling is the same event (E8). email.sent needs no row:
 * the meta's own sent_at is its note (Q13). `endpoints`: the account's, where the caller has just read them.
 */
export async function announce(
  ctx: Context,
  email: Email,
  input: { type: EventType; at: string; data: Record<string, unknown>; repeat: boolean },
  endpoints?: WebhookEndpoint[],
): Promise<void> {
  const event: EmailEvent = {
    id: eventId(email.id, input.type, null, '', Date.parse(email.created_at)),
    email_id: email.id,
    account: email.account,
    type: input.type,
    position: null,
    variant: '',
    occurred_at: input.at,
    created_at: timestamp(Date.parse(input.at)),
    data: input.data,
  };
  if (input.type !== 'email.sent') await ctx.events.putEvent(event);
  const told = { event: buildEmailEvent(email, event), tenant: email.tenant, repeat: input.repeat };
  await emitEvents(ctx, email.account, [told], endpoints);
}

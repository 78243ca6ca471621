import { bareAddress, canonicalAddress, canonicalOrder, linkedAddress } from '../../core/addresses.ts';
import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent, EventType, TimelineType } from '../../core/records/events.ts';
import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, type Id, timestamp } from '../../core/runtime.ts';
import { showUnsubscribe } from '../content/placeholders.ts';

/**
 * The recipient's status in an event. It depends only on the event's type, so it is the same in any order and
 * for every retry.
 */
const statusOf: Partial<Record<TimelineType, string>> = {
  'email.scheduled': 'scheduled',
  'email.sent': 'sent',
  'email.delivery_delayed': 'sent',
  'email.delivered': 'delivered',
  'email.complained': 'delivered',
  'email.opened': 'delivered',
  'email.clicked': 'delivered',
  'email.bounced': 'bounced',
  'email.failed': 'failed',
  'email.suppressed': 'failed',
};

/**
 * The `evt_` id of an event at `at` (epoch ms), from its row's position and variant. The same for a repeat.
 */
export const eventId = (
  email_id: Id<'msg'>,
  type: TimelineType,
  position: number | null,
  variant: string,
  at: number,
): Id<'evt'> => derivedId('evt', at, email_id, type, String(position ?? ''), variant);

/** An event that happened to an email at `at` and was made at `made_at` (epoch ms). */
export function newEmailEvent<Type extends TimelineType>(
  { id: email_id, account }: Pick<Email, 'id' | 'account'>,
  happened: Pick<EmailEvent<Type>, 'type' | 'position' | 'variant' | 'data'> & { at: number },
  made_at: number,
): EmailEvent<Type> {
  const { type, position, variant, at, data } = happened;
  const id = eventId(email_id, type, position, variant, at);
  const times = { occurred_at: timestamp(at), created_at: timestamp(made_at) };
  return { id, email_id, account, type, position, variant, ...times, data };
}

/** All recipients' bare addresses by position, each in the sender's first spelling (E38, P21). */
export function recipientAddresses({ to, cc, bcc }: Email): string[] {
  const mailboxes = [...to, ...cc, ...bcc];
  const firstLast = mailboxes.map(bareAddress).reverse();
  const spellings = new Map(firstLast.map((address) => [canonicalAddress(address), address]));
  return canonicalOrder(mailboxes).map((canonical) => spellings.get(canonical) ?? canonical);
}

/** One position's address; for several, call `recipientAddresses` once. */
export const recipientAt = (email: Email, position: number): string | undefined =>
  recipientAddresses(email)[position];

/** The position of the address that the email's unsubscribe link is bound to. */
export const linkedPosition = (email: Email): number =>
  canonicalOrder([...email.to, ...email.cc, ...email.bcc]).indexOf(linkedAddress(email));

/**
 * The base of all email.* events except email.received. `tenant` is null if the email belongs to the account,
 * or if the tenant is deleted.
 */
export function emailEventBase(
  email: Email,
  event: EmailEvent<TimelineType>,
  tenant: string | null,
): Record<string, unknown> {
  // A delay in our own queue happens before SES, and doesn't concern a single recipient (E6, E20).
  const queued = event.type === 'email.delivery_delayed' && event.position === null;
  return {
    email_id: email.id,
    status: queued ? 'queued' : statusOf[event.type],
    from: email.from,
    to: email.to,
    subject: showUnsubscribe(email.subject),
    tags: email.tags,
    category: email.category,
    ...(tenant !== null && { tenant }),
    message_id: email.message_id,
    ...(event.position !== null && { recipient: recipientAt(email, event.position) }),
    occurred_at: event.occurred_at,
  };
}

/**
 * The payload of one email event. It contains H17's base and, for email.sent, cc, the recipient count, and
 * the original id. The event row's fields come last and take precedence, because its message_id is that of
 * its own attempt (E37).
 */
export function buildEmailEvent(email: Email, event: EmailEvent, tenant: string | null): WebhookEvent {
  const { id, type, created_at } = event;
  const { cc, recipient_count, original_message_id = null } = email;
  const sent = type === 'email.sent' && { cc, recipient_count, original_message_id };
  return { id, type, created_at, data: { ...emailEventBase(email, event, tenant), ...sent, ...event.data } };
}

/** The data of email.failed for a whole email: no recipient, no server response. */
export const wholeFailure = (
  { failure_reason, code }: { failure_reason: string; code: string },
  failed_at: string,
  recipient_count: number,
) => ({
  bounce_type: null,
  failure_reason,
  code,
  smtp_code: null,
  enhanced_code: null,
  failed_at,
  suppressed: false,
  suppression_id: null,
  recipient_count,
});

/** An event made by the service itself: its type, time, and payload data. */
export type EventDetails = { type: EventType; at: string; data: Record<string, unknown> };

/** One of our own events about a whole email. Its id is derived, so repeats share it. */
export function serviceEvent(email: Email, { type, at, data }: EventDetails): EmailEvent {
  const happened = { type, position: null, variant: '', at: Date.parse(email.created_at), data };
  return { ...newEmailEvent(email, happened, Date.parse(at)), occurred_at: at };
}

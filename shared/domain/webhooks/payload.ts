import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent, EventType, TimelineType } from '../../core/records/events.ts';
import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, idTime } from '../../core/runtime.ts';
import { bareAddress } from '../emails/recipients.ts';
import { showUnsubscribe } from '../unsubscribe/marker.ts';

/** What receivers and the gateways before them still take (E26). */
const max_bytes = 256 * 1024;

/** What an event says of its recipient, fixed by its type: equal over all orders and retries (E6). */
const statusOf: Partial<Record<EventType, string>> = {
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
 * The `evt_` id of what the provider said at `at` (epoch ms): a redelivered notification derives it again (E8).
 * Position and variant as in the event's row.
 */
export function eventId(
  email_id: string,
  type: TimelineType,
  position: number | null,
  variant: string,
  at: number,
): string {
  return derivedId('evt', at, email_id, type, String(position ?? ''), variant);
}

/** The `whd_` id of an event on its way to an endpoint, equal however often it is fanned out (E8). */
export function deliveryId(event_id: string, webhook_id: string): string {
  return derivedId('whd', idTime(event_id), event_id, webhook_id);
}

/** The bare address of a position (to, cc, bcc counted through), in the sender's own spelling (E38). */
export function recipientAt(email: Email, position: number): string | undefined {
  const mailbox = [...email.to, ...email.cc, ...email.bcc][position];
  return mailbox === undefined ? undefined : bareAddress(mailbox);
}

/** The base of every email.* event but email.received (H17); what is unknown or not meant is left out. */
export function emailEventBase(
  email: Email,
  event: Pick<EmailEvent, 'type' | 'position' | 'occurred_at'>,
  tenant?: string,
): Record<string, unknown> {
  // The queue's own delay comes before SES took anything, and is about no one recipient (E6, E20).
  const queued = event.type === 'email.delivery_delayed' && event.position === null;
  return {
    email_id: email.id,
    status: queued ? 'queued' : statusOf[event.type],
    from: email.from,
    to: email.to,
    subject: showUnsubscribe(email.subject),
    tags: email.tags,
    category: email.category,
    ...(email.tenant !== null && tenant !== undefined && { tenant }),
    message_id: email.message_id,
    ...(event.position !== null && { recipient: recipientAt(email, event.position) }),
    occurred_at: event.occurred_at,
  };
}

/**
 * The envelope of one email event: the base of H17, for email.sent its cc and recipient count, then what the
 * event row holds, which wins (its message_id is that of the attempt it tells of, E37).
 */
export function buildEmailEvent(email: Email, event: EmailEvent, tenantExternalId?: string): WebhookEvent {
  return {
    id: event.id,
    type: event.type,
    created_at: event.created_at,
    data: {
      ...emailEventBase(email, event, tenantExternalId),
      ...(event.type === 'email.sent' && { cc: email.cc, recipient_count: email.recipient_count }),
      ...event.data,
    },
  };
}

/** `limit` characters at most, no half of a surrogate pair at the end. */
function cut(value: string, limit: number): string {
  if (value.length <= limit) return value;
  return value.slice(0, /[\ud800-\udbff]/.test(value.charAt(limit - 1)) ? limit - 1 : limit);
}

function cutStrings(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return cut(value, limit);
  if (Array.isArray(value)) return value.map((entry) => cutStrings(entry, limit));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, cutStrings(entry, limit)]));
}

const cutList = (data: Record<string, unknown>, field: string, from: number, to?: number) =>
  Array.isArray(data[field]) ? { ...data, [field]: data[field].slice(from, to) } : data;

/** In E26's order; the last ones only for data that is all short strings. */
const cuts: ((data: Record<string, unknown>) => Record<string, unknown>)[] = [
  (data) => cutList(data, 'references', -50),
  (data) => cutList(data, 'attachments', 0, 100),
  (data) => cutList(cutList(data, 'to', 0, 100), 'cc', 0, 100),
  ...[4_096, 1_024, 256, 64].map(
    (limit) => (data: Record<string, unknown>) => cutStrings(data, limit) as Record<string, unknown>,
  ),
];

/** JSON whose characters SQS takes: it refuses U+FFFE and U+FFFF, which JSON can spell out. */
function toJson(event: WebhookEvent): string {
  const { id, type, created_at, data } = event;
  return JSON.stringify({ id, type, created_at, data }).replace(
    /[\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16)}`,
  );
}

/** The bytes that every attempt posts and signs: serialised once, at most 256 KB (E26). */
export function serialise(event: WebhookEvent): string {
  let json = toJson(event);
  let data = event.data;
  for (const shorten of cuts) {
    if (Buffer.byteLength(json) <= max_bytes) return json;
    data = { ...shorten(data), truncated: true };
    json = toJson({ ...event, data });
  }
  return json;
}

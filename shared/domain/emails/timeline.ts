import * as z from 'zod';
import type { Email } from '../../core/records/emails.ts';
import { type EmailEvent, type TimelineType, timelineTypes } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import { Timestamp } from '../../core/schemas.ts';
import { emailEventBase, eventId, linkedPosition, recipientAddresses } from '../events/email-event.ts';

/** One entry of an email's timeline. `recipient` is the address it is about, null for the whole message. */
export const TimelineEvent = z
  .object({
    id: z.string(),
    type: z.enum(timelineTypes),
    recipient: z.string().nullable(),
    occurred_at: Timestamp,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EmailEvent' });
export type TimelineEvent = z.output<typeof TimelineEvent>;

type Noted = { type: TimelineType; at: string | null; data: Record<string, unknown>; position?: number };

/** Whether the email waited for SES. Refused sends, and scheduled emails refused when due, did not. */
const wasQueued = ({ state, attempt }: Email) =>
  state !== 'scheduled' && state !== 'cancelled' && !(state === 'failed' && attempt === 0);

/** The time an email was first scheduled for, before it was moved. */
export function firstScheduledAt(email: Email, rows: EmailEvent<TimelineType>[]): string | null {
  const [first] = rows
    .filter(({ type }) => type === 'email.rescheduled')
    .sort((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at));
  const before = first?.data.previous_scheduled_at;
  return typeof before === 'string' ? before : email.scheduled_at;
}

/** Events that need no row, because the email's own times record them. */
function notesOf(email: Email, rows: EmailEvent<TimelineType>[]): Noted[] {
  const { created_at, scheduled_at, sent_at, cancelled_at, cc, recipient_count, content, category } = email;
  const { attachments, dropped_headers, original_message_id = null } = email;
  const unsubscribed = email.outcomes['0u'];
  const leaves =
    category === 'transactional' ? { scope: 'all', category: null } : { scope: 'category', category };
  return [
    {
      type: 'email.scheduled',
      // A refused send keeps no content and was never scheduled.
      at: content && scheduled_at && created_at,
      data: { scheduled_at: firstScheduledAt(email, rows) },
    },
    {
      type: 'email.queued',
      at: wasQueued(email) ? (scheduled_at ?? created_at) : null,
      // Shows support which headers a relayed message lost (R5).
      data: { ...(attachments && { attachments }), ...(dropped_headers && { dropped_headers }) },
    },
    { type: 'email.sent', at: sent_at, data: { sent_at, cc, recipient_count, original_message_id } },
    { type: 'email.cancelled', at: cancelled_at, data: { cancelled_at } },
    {
      type: 'email.unsubscribed',
      at: unsubscribed === undefined ? null : timestamp(unsubscribed),
      position: linkedPosition(email),
      data: leaves,
    },
  ];
}

/** An event's data without the fields that every email event has. */
function withoutBase(email: Email, event: EmailEvent<TimelineType>): Record<string, unknown> {
  // Only the names matter here, so skip the address lookup.
  const names = Object.keys(emailEventBase(email, { ...event, position: null }, 'any'));
  const base = new Set(event.position === null ? names : [...names, 'recipient']);
  return Object.fromEntries(Object.entries(event.data).filter(([name]) => !base.has(name)));
}

/** Everything that happened to an email, newest first: by time, then id. */
export function timelineOf(email: Email, rows: EmailEvent<TimelineType>[]): TimelineEvent[] {
  const addresses = recipientAddresses(email);
  const addressAt = (position: number | null) => (position === null ? null : (addresses[position] ?? null));
  const noted = notesOf(email, rows).flatMap(({ type, at, data, position = null }) => {
    if (at === null) return [];
    const id = eventId(email.id, type, position, '', Date.parse(email.created_at));
    return [{ id, type, recipient: addressAt(position), occurred_at: at, data }];
  });
  const stored = rows.map((event) => ({
    id: event.id,
    type: event.type,
    recipient: addressAt(event.position),
    occurred_at: event.occurred_at,
    data: withoutBase(email, event),
  }));
  return [...noted, ...stored].sort((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1));
}

export const positionOf = (event: TimelineEvent) => `${event.occurred_at} ${event.id}`;

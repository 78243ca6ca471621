import type { Id } from '../runtime.ts';

/** The events that a webhook can subscribe to (specification, Events). */
export const eventTypes = [
  'email.received',
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.complained',
  'email.opened',
  'email.clicked',
  'email.failed',
  'email.suppressed',
  'email.scheduled',
  'contact.unsubscribed',
  'automation.started',
  'automation.step_completed',
  'automation.completed',
  'automation.failed',
  'tenant.paused',
  'domain.failing',
] as const;

export type EventType = (typeof eventTypes)[number];

/** All event types on an email's timeline, webhook events included. */
export const timelineTypes = [
  ...eventTypes,
  'email.queued',
  'email.cancelled',
  'email.rescheduled',
  'email.unsubscribed',
] as const;

export type TimelineType = (typeof timelineTypes)[number];

/** One row of an email's timeline. The row also deduplicates provider events. */
export type EmailEvent<Type extends TimelineType = EventType> = {
  id: Id<'evt'>;
  email_id: Id<'msg'>;
  account: Id<'acc'>;
  type: Type;
  /** The recipient's position. Null for whole-message events. */
  position: number | null;
  /**
   * Distinguishes events of the same type and recipient. For email.delivery_delayed, this is the delay_type.
   */
  variant: string;
  /** The provider's time. */
  occurred_at: string;
  /** When we made the event, shown as the envelope's created_at (E64). */
  created_at: string;
  /** Fields in addition to the base fields. */
  data: Record<string, unknown>;
};

/** The failure of an email that won't be sent. Record and event are written together. */
export type EmailFailure = { id: Id<'msg'>; failed_at: string; failure_reason: string; event: EmailEvent };

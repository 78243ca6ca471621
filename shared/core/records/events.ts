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

/** Types of an email's timeline: those that webhooks carry, and others. */
export const timelineTypes = [
  ...eventTypes,
  'email.queued',
  'email.cancelled',
  'email.rescheduled',
  'email.unsubscribed',
] as const;

export type TimelineType = (typeof timelineTypes)[number];

/** One row of an email's timeline, which is the deduplication of provider events at once. */
export type EmailEvent<Type extends TimelineType = EventType> = {
  id: Id<'evt'>;
  email_id: Id<'msg'>;
  account: Id<'acc'>;
  type: Type;
  /** Position of the recipient, null for whole-message events. */
  position: number | null;
  /** Distinguishes events of one type and recipient: the delay_type of email.delivery_delayed. */
  variant: string;
  /** Provider time. */
  occurred_at: string;
  /** The time when we made the event: the envelope's created_at (E64). */
  created_at: string;
  /** Fields besides the base fields. */
  data: Record<string, unknown>;
};

/** The end of an email that is not to go out: written whole, record and event, or not at all. */
export type EmailFailure = { id: Id<'msg'>; failed_at: string; failure_reason: string; event: EmailEvent };

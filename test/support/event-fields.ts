import type { EventType } from '../../shared/core/records/events.ts';

const base = 'email_id status from to subject tags category message_id occurred_at';
const failed = 'bounce_type failure_reason code smtp_code enhanced_code failed_at suppressed suppression_id';
const run = 'automation_id automation_name run_id status event_name step_index step_type error occurred_at';

/**
 * The members of `data` by event type (H17, specification "Payload data shapes"). `recipient` is present for a single
 * address.
 */
export const eventFields = {
  'email.sent': `${base} sent_at cc recipient_count original_message_id`,
  'email.scheduled': `${base} scheduled_at`,
  'email.delivered': `${base} recipient delivered_at smtp_response remote_mta processing_ms`,
  'email.delivery_delayed': `${base} recipient delay_reason delay_type retry_until`,
  'email.bounced': `${base} recipient bounce_type bounce_reason smtp_code enhanced_code bounced_at suppressed suppression_id`,
  'email.failed': `${base} recipient ${failed}`,
  'email.complained': `${base} recipient complained_at feedback_type certain suppressed suppression_id`,
  'email.opened': `${base} recipient opened_at ip user_agent machine first`,
  'email.clicked': `${base} recipient clicked_at url ip user_agent machine first`,
  'email.suppressed': `${base} suppressed`,
  'email.received':
    'email_id status from to cc rcpt_to mailbox_hash subject reply_text message_id in_reply_to references spam_status attachment_count attachments size received_at parse_error',
  'contact.unsubscribed':
    'email source scope category category_label suppression_id category_opt_out_id email_id',
  'automation.started': run,
  'automation.step_completed': run,
  'automation.completed': run,
  'automation.failed': run,
  'tenant.paused': 'tenant tenant_id name paused_reason pause_source occurred_at',
  'domain.failing': 'domain_id name records occurred_at',
} as const satisfies Record<EventType, string>;

/** Sorted. */
export const fieldsOf = (type: EventType): string[] => eventFields[type].split(' ').sort();

export const baseFields = base.split(' ').sort();

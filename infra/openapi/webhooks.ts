import * as z from 'zod';
import { type EventType, eventTypes } from '../../shared/core/records/events.ts';
import type { Runtime } from '../../shared/core/runtime.ts';
import type { Base } from '../../shared/domain/context.ts';
import { sampleAdditions, sampleData } from '../../shared/domain/webhooks/sample-data.ts';

const text = z.string();
const orNull = z.string().nullable();
const flag = z.boolean();
const number = z.number();

const base = {
  email_id: text,
  status: text,
  from: text,
  to: z.array(text),
  subject: text,
  tags: z.array(z.object({ name: text, value: text })),
  category: text,
  tenant: text.optional(),
  message_id: orNull,
  occurred_at: text,
};
const one = { ...base, recipient: text };
const someone = { ...base, recipient: text.optional() };
/** Whether the event is about one recipient or all of them. */
const oneOrAll = { ...someone, recipient_count: number.optional() };
const list = { suppressed: flag, suppression_id: orNull };
const reply = { smtp_code: number.nullable(), enhanced_code: orNull };
const visit = { ip: orNull, user_agent: text, machine: flag, first: flag };
const run = {
  automation_id: text,
  automation_name: text,
  run_id: text,
  status: z.enum(['running', 'completed', 'failed']),
  event_name: text,
  step_index: number,
  step_type: text,
  error: z.object({ message: text, code: text, step_index: number }).nullable(),
  occurred_at: text,
};
const file = z.object({ filename: orNull, content_type: text, size: number });

/** The members of `data` by type, as described in docs/webhooks.md. */
const data: Record<EventType, z.ZodRawShape> = {
  'email.sent': {
    ...base,
    sent_at: text,
    cc: z.array(text),
    recipient_count: number,
    original_message_id: orNull,
  },
  'email.scheduled': { ...base, scheduled_at: text },
  'email.delivered': {
    ...one,
    delivered_at: text,
    smtp_response: orNull,
    remote_mta: orNull,
    processing_ms: number.nullable(),
  },
  'email.delivery_delayed': { ...oneOrAll, delay_reason: orNull, delay_type: text, retry_until: orNull },
  'email.bounced': {
    ...one,
    bounce_type: z.enum(['hard', 'block', 'soft']),
    bounce_reason: orNull,
    ...reply,
    bounced_at: text,
    ...list,
  },
  'email.failed': {
    ...oneOrAll,
    bounce_type: z.enum(['hard', 'block']).nullable(),
    failure_reason: orNull,
    code: orNull,
    ...reply,
    failed_at: text,
    ...list,
  },
  'email.complained': { ...someone, complained_at: text, feedback_type: orNull, certain: flag, ...list },
  'email.suppressed': {
    ...base,
    suppressed: z.array(z.object({ email: text, reason: text, scope: text, suppression_id: orNull })),
  },
  'email.opened': { ...someone, opened_at: text, ...visit },
  'email.clicked': { ...someone, clicked_at: text, url: text, ...visit },
  'email.received': {
    email_id: text,
    status: text,
    from: text,
    to: z.array(text),
    cc: z.array(text),
    rcpt_to: z.array(text),
    mailbox_hash: orNull,
    subject: orNull,
    reply_text: orNull,
    message_id: orNull,
    in_reply_to: orNull,
    references: z.array(text),
    spam_status: text,
    attachment_count: number,
    attachments: z.array(file),
    size: number,
    received_at: text,
    parse_error: orNull,
    tenant: text.optional(),
  },
  'contact.unsubscribed': {
    email: text,
    source: z.enum(['one_click', 'link']),
    scope: z.enum(['all', 'category']),
    category: orNull,
    category_label: orNull,
    suppression_id: orNull,
    category_opt_out_id: orNull,
    email_id: orNull,
  },
  'automation.started': run,
  'automation.step_completed': run,
  'automation.completed': run,
  'automation.failed': run,
  'tenant.paused': {
    tenant: text,
    tenant_id: text,
    name: text,
    paused_reason: orNull,
    pause_source: z.enum(['automated', 'manual']),
    occurred_at: text,
  },
  'domain.failing': {
    domain_id: text,
    name: text,
    records: z.array(z.object({ purpose: text, status: z.enum(['missing', 'mismatch']) })),
    occurred_at: text,
  },
};

const summaries: Record<EventType, string> = {
  'email.sent': 'An email was accepted for delivery',
  'email.scheduled': 'An email was scheduled',
  'email.delivered': "The recipient's mailbox provider accepted the email",
  'email.delivery_delayed': 'Delivery is delayed',
  'email.bounced': 'The email bounced',
  'email.failed': 'The email could not be delivered',
  'email.complained': 'The recipient marked the email as spam',
  'email.suppressed': 'The email was not sent because a recipient is suppressed',
  'email.opened': 'The email was opened',
  'email.clicked': 'A link in the email was clicked',
  'email.received': 'A message arrived at an inbound domain',
  'contact.unsubscribed': 'A recipient unsubscribed',
  'automation.started': 'An automation run started',
  'automation.step_completed': 'An automation step completed',
  'automation.completed': 'An automation run completed',
  'automation.failed': 'An automation run failed',
  'tenant.paused': 'A tenant was paused',
  'domain.failing': "A verified domain's DNS records are no longer correct",
};

const at = '2026-11-21T08:15:30.000Z';
const id = (prefix: string) => `${prefix}_01kangg8m2xk5q7r9s3t1v4w6y`;
const runtime = { now: () => Date.parse(at), id } as unknown as Runtime;

const statusOf: Partial<Record<EventType, string>> = {
  'email.sent': 'sent',
  'email.scheduled': 'scheduled',
  'email.delivery_delayed': 'sent',
  'email.bounced': 'bounced',
  'email.failed': 'failed',
  'email.suppressed': 'failed',
};
const wholeMessage: EventType[] = ['email.sent', 'email.scheduled', 'email.suppressed'];

function exampleData(type: EventType): Record<string, unknown> {
  if (!type.startsWith('email.') || type === 'email.received')
    return JSON.parse(JSON.stringify(sampleData({ runtime } as Base, type, { at, tenant: null })));
  return {
    email_id: id('msg'),
    status: statusOf[type] ?? 'delivered',
    from: 'Shop <hello@acme.test>',
    to: ['ada@example.com'],
    subject: 'Your receipt',
    tags: [{ name: 'order', value: '4711' }],
    category: 'transactional',
    message_id: '<01kangg8m2xk5q7r9s3t1v4w6y@acme.test>',
    ...(!wholeMessage.includes(type) && { recipient: 'ada@example.com' }),
    occurred_at: at,
    ...sampleAdditions(type, at, 'ada@example.com'),
    ...(type === 'email.sent' && { cc: [], recipient_count: 1, original_message_id: null }),
  };
}

/** A webhook payload: its schema and an example. */
type DescribedEvent = { type: string; summary: string; schema: z.ZodType; example: unknown };

export const describedEvents: DescribedEvent[] = eventTypes.map((type) => ({
  type,
  summary: summaries[type],
  schema: z.object({
    id: text,
    type: z.literal(type),
    created_at: text,
    data: z.looseObject({ ...data[type], truncated: flag.optional() }),
  }),
  example: { id: id('evt'), type, created_at: at, data: exampleData(type) },
}));

import type { EventType } from '../../core/records/events.ts';
import type { ReceivedSummary } from '../../core/records/received.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { timestamp } from '../../core/runtime.ts';
import { failingData } from '../accounts/emit-event.ts';
import type { Base } from '../context.ts';
import { buildAutomationEvent, isAutomationEvent, type RunProgress } from '../events/automation-event.ts';
import { buildReceivedEvent } from '../events/received-event.ts';

type Data = Record<string, unknown>;

const receiver_said = { smtp_code: 550, enhanced_code: '5.1.1' };
const unlisted = { suppressed: false, suppression_id: null };
const person = { ip: '192.0.2.10', user_agent: 'Mozilla/5.0', machine: false, first: true };

/** The fields that each email event adds to its base, as a receiver sees them at `at`. */
const additions: Partial<Record<EventType, (at: string) => Data>> = {
  'email.sent': (sent_at) => ({ sent_at }),
  'email.scheduled': (at) => ({ scheduled_at: timestamp(Date.parse(at) + 3_600_000) }),
  'email.delivered': (delivered_at) => ({
    delivered_at,
    smtp_response: '250 2.0.0 OK',
    remote_mta: '192.0.2.1',
    processing_ms: 420,
  }),
  'email.delivery_delayed': (at) => ({
    delay_reason: '452 4.2.2 Mailbox full',
    delay_type: 'mailbox_full',
    retry_until: timestamp(Date.parse(at) + 14 * 3_600_000),
  }),
  'email.bounced': (bounced_at) => ({
    bounce_type: 'hard',
    bounce_reason: '550 5.1.1 No such user',
    ...receiver_said,
    bounced_at,
    ...unlisted,
  }),
  'email.failed': (failed_at) => ({
    bounce_type: 'hard',
    failure_reason: '550 5.1.1 No such user',
    code: null,
    ...receiver_said,
    failed_at,
    ...unlisted,
  }),
  'email.complained': (complained_at) => ({
    complained_at,
    feedback_type: 'abuse',
    certain: true,
    ...unlisted,
  }),
  'email.opened': (opened_at) => ({ opened_at, ...person }),
  'email.clicked': (clicked_at) => ({ clicked_at, url: 'https://example.com/', ...person }),
};

/** Sample fields that an event adds, about the address `to`. List ids are null. */
export function sampleAdditions(type: EventType, at: string, to: string): Data {
  if (type === 'email.suppressed')
    return { suppressed: [{ email: to, reason: 'bounce', scope: 'account', suppression_id: null }] };
  return additions[type]?.(at) ?? {};
}

const receivedSample = (ctx: Base, received_at: string): ReceivedSummary => ({
  id: ctx.runtime.id('inb'),
  from: 'Ada <ada@example.com>',
  to: ['support@example.org'],
  cc: [],
  rcpt_to: ['support@example.org'],
  subject: 'Sample received email',
  reply_text: 'It works.',
  message_id: '<sample@example.com>',
  in_reply_to: null,
  references: [],
  spam_status: 'pass',
  attachment_count: 0,
  attachments: [],
  size: 2_048,
  received_at,
  parse_error: null,
});

const unsubscribedData = (ctx: Base): Data => ({
  email: 'ada@example.com',
  source: 'one_click',
  scope: 'category',
  category: 'newsletter',
  category_label: 'Newsletter',
  suppression_id: null,
  category_opt_out_id: null,
  email_id: ctx.runtime.id('msg'),
});

const runSample = (ctx: Base, type: EventType, occurred_at: string): RunProgress => ({
  automation_id: ctx.runtime.id('aut'),
  automation_name: 'Welcome',
  run_id: ctx.runtime.id('run'),
  event_name: 'user.signed_up',
  step_index: 0,
  step_type: 'send_email',
  error:
    type === 'automation.failed'
      ? { message: 'The template does not exist', code: 'validation_error', step_index: 0 }
      : null,
  occurred_at,
});

const tenantSample = (ctx: Base) => ({ id: ctx.runtime.id('ten'), external_id: 'acme', name: 'Acme' });

const pausedSample = ({ id, external_id, name }: Pick<Tenant, 'id' | 'external_id' | 'name'>): Data => ({
  tenant: external_id,
  tenant_id: id,
  name,
  paused_reason: 'bounce_rate 0.060 over 24 h',
  pause_source: 'automated',
});

const failingSample = (ctx: Base): Data =>
  failingData({ id: ctx.runtime.id('dom'), name: 'example.org', record_status: { dkim: 'missing' } });

/**
 * Sample data for an event without a sent email (specification, Payload data shapes). `tenant` is the named
 * tenant, or null.
 */
export function sampleData(
  ctx: Base,
  type: EventType,
  { at, tenant }: { at: string; tenant: Tenant | null },
): Data {
  if (isAutomationEvent(type)) return buildAutomationEvent(type, runSample(ctx, type, at)).data;
  if (type === 'email.received')
    return buildReceivedEvent(receivedSample(ctx, at), { made_at: Date.parse(at) }).data;
  if (type === 'tenant.paused') return { ...pausedSample(tenant ?? tenantSample(ctx)), occurred_at: at };
  if (type === 'domain.failing') return { ...failingSample(ctx), occurred_at: at };
  return unsubscribedData(ctx);
}

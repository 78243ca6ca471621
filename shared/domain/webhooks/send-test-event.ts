import * as z from 'zod';
import { invalid } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import { type EventType, eventTypes } from '../../core/records/events.ts';
import type { Delivery, WebhookEndpoint, WebhookEvent } from '../../core/records/webhooks.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Caller, Context } from '../context.ts';
import { getEmail } from '../emails/get-email.ts';
import { buildEmailEvent, recipientAt } from '../events/email-event.ts';
import type { DeliveryMessage } from '../ports/webhooks.ts';
import { bodyOf, deliveriesOf, isSubscribed } from './publish.ts';
import { sampleAdditions, sampleData } from './sample-data.ts';

/** The body of POST /emails/test (H16). */
export const TestEvent = z
  .object({
    event: z.enum(eventTypes),
    email_id: z.string().optional(),
    deliver: z.boolean().default(true),
    tenant: z.string().optional(),
  })
  .meta({ id: 'TestEvent' });
export type TestEvent = z.output<typeof TestEvent>;

export type TestResult = {
  event: WebhookEvent;
  deliver: boolean;
  deliveries: { id: string; webhook_id: string; url: string }[];
};

/** Events of an email that we sent; the others have data of their own. */
const isOfEmail = (type: EventType) => type.startsWith('email.') && type !== 'email.received';

/** Whole-message events name no recipient (H17). */
const wholeMessage = new Set<EventType>(['email.sent', 'email.scheduled', 'email.suppressed']);

/** An email that stands for any, where none is named. */
function sampleEmail(ctx: Context, account: string): Email {
  const created_at = timestamp(ctx.runtime.now());
  return {
    id: ctx.runtime.id('msg'),
    account,
    from: 'Shop <shop@example.org>',
    to: ['ada@example.com'],
    cc: [],
    bcc: [],
    reply_to: [],
    subject: 'Sample of a test event',
    tags: [],
    category: 'transactional',
    tenant: null,
    created_at,
    scheduled_at: null,
    recipient_count: 1,
    message_id: null,
  } as unknown as Email;
}

/** What the real event would say of this email, with samples for what has not happened to it (Q36). */
function emailEvent(ctx: Context, type: EventType, email: Email, isSample: boolean): WebhookEvent {
  const occurred_at = timestamp(ctx.runtime.now());
  const additions = sampleAdditions(ctx, type, occurred_at, recipientAt(email, 0) ?? '');
  const real = {
    ...(type === 'email.sent' && { cc: email.cc, recipient_count: email.recipient_count }),
    ...(type === 'email.scheduled' && email.scheduled_at && { scheduled_at: email.scheduled_at }),
    ...(type === 'email.sent' && !isSample && email.sent_at && { sent_at: email.sent_at }),
  };
  return buildEmailEvent(email, {
    id: ctx.runtime.id('evt'),
    email_id: email.id,
    account: email.account,
    type,
    position: wholeMessage.has(type) ? null : 0,
    variant: '',
    occurred_at,
    created_at: occurred_at,
    data: { ...additions, ...real, test: true },
  });
}

function buildEvent(ctx: Context, account: string, type: EventType, email: Email | null): WebhookEvent {
  if (isOfEmail(type)) return emailEvent(ctx, type, email ?? sampleEmail(ctx, account), email === null);
  const created_at = timestamp(ctx.runtime.now());
  const data = { ...sampleData(ctx, type, created_at), test: true };
  return { id: ctx.runtime.id('evt'), type, created_at, data };
}

/** The log's row of a delivery before its first attempt: it is there when the call returns (E33). */
function pendingRow(message: DeliveryMessage, url: string): Delivery {
  const { delivery_id: id, webhook_id, event_id, event_type, created_at } = message;
  return {
    id,
    webhook_id,
    event_id,
    event_type,
    status: 'pending',
    attempts: 0,
    last_status_code: null,
    last_error: null,
    next_attempt_at: created_at,
    created_at,
    delivered_at: null,
    url,
    attempt_log: [],
  };
}

/** Rows first, then the queue: normal signature, attempts and log (H16). */
async function deliver(ctx: Context, account: string, event: WebhookEvent, endpoints: WebhookEndpoint[]) {
  const body = await bodyOf(ctx, account, { event, repeat: false });
  const messages = deliveriesOf(body, endpoints);
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const urlOf = ({ webhook_id }: DeliveryMessage) => urls.get(webhook_id) ?? '';
  await Promise.all(
    messages.map((message) =>
      ctx.deliveries.record(pendingRow(message, urlOf(message)), { attempt: 0, shards: message.shards }),
    ),
  );
  await ctx.queues.webhooks(messages);
  return messages.map((message) => ({
    id: message.delivery_id,
    webhook_id: message.webhook_id,
    url: urlOf(message),
  }));
}

/**
 * POST /emails/test (H16): an event as a receiver would see it, of the named email or a sample, delivered to
 * the enabled endpoints that subscribe to it (E60). The email, its timeline, the stats and the suppressions
 * stay as they are (Q36). Throws 404 for an unknown email, 400 conflict for an event that is no email's.
 */
export async function sendTestEvent(ctx: Context, caller: Caller, request: TestEvent): Promise<TestResult> {
  const { event: type, email_id, deliver: wanted } = request;
  if (email_id !== undefined && !isOfEmail(type)) {
    throw invalid([{ path: 'email_id', rule: 'conflict', message: `${type} is no event of a sent email` }]);
  }
  const email = email_id === undefined ? null : await getEmail(ctx, caller, email_id);
  const account = caller.account.id;
  const event = buildEvent(ctx, account, type, email);
  if (!wanted) return { event, deliver: false, deliveries: [] };
  const tenant = email?.tenant ?? null;
  const endpoints = (await ctx.webhooks.all(account)).filter(
    (endpoint) => endpoint.enabled && isSubscribed(endpoint, { event, tenant }),
  );
  const deliveries = endpoints.length === 0 ? [] : await deliver(ctx, account, event, endpoints);
  return { event, deliver: true, deliveries };
}
